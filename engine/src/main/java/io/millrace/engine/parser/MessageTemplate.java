package io.millrace.engine.parser;

import java.util.Objects;

/**
 * What tells how a body is to be parsed: domain, message set, type and format. All case-sensitive,
 * empty where not said.
 *
 * @param domain for example {@code XMLNSC} or {@code MRM}
 * @param set the message set's name
 * @param type the message's name in the set
 * @param format the physical format's name
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
