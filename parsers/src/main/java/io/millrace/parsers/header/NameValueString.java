package io.millrace.parsers.header;

import io.millrace.engine.parser.ParseErrors;

import java.util.ArrayList;
import java.util.List;

/**
 * The NameValueString of an MQRFH: alternating names and values, separated by blanks. A string with
 * blanks is in double quotes, and each quote in it is doubled (WebSphere MQ Application Programming
 * Reference, "NameValueString").
 */
final class NameValueString {

    record Pair(String name, String value) implements StructureContent.Part {}

    private final String text;
    private final String domain;
    private final int start;
    private int at;

    private NameValueString(String text, String domain, int start) {
        this.text = text;
        this.domain = domain;
        this.start = start;
    }

    /**
     * @param start offset of the string in its header, for error messages
     */
    static List<Pair> read(String text, String domain, int start) {
        NameValueString reader = new NameValueString(text, domain, start);
        var pairs = new ArrayList<Pair>();
        for (String name = reader.word(); name != null; name = reader.word()) {
            int found = reader.at;
            String value = reader.word();
            if (name.isEmpty() || value == null) {
                throw ParseErrors.header(
                        domain,
                        start + found,
                        value == null
                                ? "found the end after the name '" + name + "', expected a value"
                                : "found an empty name");
            }
            pairs.add(new Pair(name, value));
        }
        return pairs;
    }

    /** Returns the next name or value; null at the end. */
    private String word() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return null;
        }
        return text.charAt(at) == '"' ? quoted() : bare();
    }

    private String bare() {
        int from = at;
        while (at < text.length() && !isBlank(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    private String quoted() {
        int from = at++;
        StringBuilder word = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '"') {
                word.append(c);
            } else if (at < text.length() && text.charAt(at) == '"') {
                word.append('"');
                at++;
            } else {
                return word.toString();
            }
        }
        throw ParseErrors.header(domain, start + from, "found a quote that is not closed");
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\0';
    }

    /** Appends a name and a value. */
    static void write(String name, String value, StringBuilder out) {
        if (!out.isEmpty()) {
            out.append(' ');
        }
        word(name, out);
        out.append(' ');
        word(value, out);
    }

    private static void word(String word, StringBuilder out) {
        boolean plain = !word.isEmpty() && word.chars().noneMatch(c -> c <= ' ' || c == '"');
        if (plain) {
            out.append(word);
        } else {
            out.append('"').append(word.replace("\"", "\"\"")).append('"');
        }
    }
}
