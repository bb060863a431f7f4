package io.millrace.connectors.mail;

import io.millrace.engine.message.Element;

/**
 * The addresses and the subject of an e-mail as they are written in properties and messages. Lists
 * of addresses are separated by commas. An empty string stands for a missing value.
 */
record EmailFields(String to, String cc, String bcc, String from, String replyTo, String subject) {

    /**
     * Returns these fields, replaced by the fields of a message.
     *
     * @param header folder EmailOutputHeader; null if there is none
     */
    EmailFields with(Element header) {
        if (header == null) {
            return this;
        }
        return new EmailFields(
                chosen(header, "To", to),
                chosen(header, "Cc", cc),
                chosen(header, "Bcc", bcc),
                chosen(header, "From", from),
                chosen(header, "Reply-To", replyTo),
                chosen(header, "Subject", subject));
    }

    private static String chosen(Element header, String name, String own) {
        String given = header.textOf(name);
        return given == null ? own : given;
    }
}
