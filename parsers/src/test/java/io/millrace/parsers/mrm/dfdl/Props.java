package io.millrace.parsers.mrm.dfdl;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties of a part of a DFDL schema.
 *
 * @param nillable whether the element may be nil
 */
record Props(Map<String, String> all, Map<String, String> escapes, boolean nillable) {

    private static final Pattern NUMBER = Pattern.compile("\\{?\\s*([0-9]+)\\s*}?");
    private static final Pattern SIBLING =
            Pattern.compile("\\{\\s*(?:xs:[a-z]+\\()?\\.\\./([\\w.:-]+)\\)?\\s*}");

    String get(String name) {
        return all.getOrDefault(name, "");
    }

    boolean is(String name, String value) {
        return value.equals(all.get(name));
    }

    /** A marker such as a separator; empty for none. */
    String marker(String name) {
        String marker = Literal.marker(get(name));
        if (is("ignoreCase", "yes") && marker.matches(".*[A-Za-z].*")) {
            throw new LeftOut("delimiters and NULL in small or capital letters");
        }
        return marker;
    }

    boolean isBinary() {
        return is("representation", "binary");
    }

    /** A number that the schema says; null where it is computed. */
    Integer number(String name) {
        Matcher m = NUMBER.matcher(get(name).strip());
        if (!m.matches()) {
            return null;
        }
        if (m.group(1).length() > 8) {
            throw new LeftOut("lengths beyond those of messages");
        }
        return Integer.valueOf(m.group(1));
    }

    /** The sibling that an expression names; other expressions are left out. */
    String sibling(String name) {
        Matcher m = SIBLING.matcher(get(name).strip());
        if (!m.matches()) {
            throw new LeftOut("expressions");
        }
        return Dom.local(m.group(1));
    }
}
