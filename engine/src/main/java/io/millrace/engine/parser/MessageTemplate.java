package io.millrace.engine.parser;

import java.util.Objects;

/**
 * Domain, message set, type and format with which a body is parsed. All are case-sensitive; values
 * that are not set are empty.
 *
 * @param domain domain, for example {@code XMLNSC} or {@code MRM}
 * @param set name of the message set
 * @param type name of the message in the set
 * @param format name of the physical format
 */
public record MessageTemplate(String domain, String set, String type, String format) {

    public static final MessageTemplate NONE = new MessageTemplate("", "", "", "");

    public static MessageTemplate domain(String name) {
        return new MessageTemplate(name, "", "", "");
    }

    public MessageTemplate {
        Objects.requireNonNull(domain);
        Objects.requireNonNull(set);
        Objects.requireNonNull(type);
        Objects.requireNonNull(format);
    }

    public boolean isEmpty() {
        return domain.isEmpty();
    }
}
