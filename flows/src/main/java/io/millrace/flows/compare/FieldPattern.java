package io.millrace.flows.compare;

import java.util.List;

/**
 * A pattern of the paths of fields. The names are separated by dots: {@code MQMD.MsgId}. An
 * asterisk stands for one name, two asterisks for any number of names. A path without an index
 * matches all fields of the name. A pattern that matches a folder matches all its fields.
 *
 * @param names names, asterisks and double asterisks
 */
public record FieldPattern(List<String> names) {

    private static final String ONE = "*";
    private static final String ANY = "**";

    public FieldPattern {
        names = List.copyOf(names);
    }

    /** Returns the pattern with this text. */
    public static FieldPattern of(String text) {
        String path = text.strip();
        return new FieldPattern(List.of(path.split("\\.", -1)));
    }

    /** Whether the text of a pattern has no empty names. */
    public static boolean isValid(String text) {
        return List.of(text.strip().split("\\.", -1)).stream().noneMatch(String::isBlank);
    }

    /**
     * Whether the pattern matches the path.
     *
     * @param path names of the fields, with an index after the second and later fields of a name
     */
    boolean matches(List<String> path) {
        return matches(0, path, 0);
    }

    private boolean matches(int at, List<String> path, int from) {
        if (at == names.size()) {
            return true;
        }
        String name = names.get(at);
        if (name.equals(ANY)) {
            for (int i = from; i <= path.size(); i++) {
                if (matches(at + 1, path, i)) {
                    return true;
                }
            }
            return false;
        }
        if (from == path.size()) {
            return false;
        }
        String field = path.get(from);
        int index = field.lastIndexOf('[');
        boolean same =
                name.equals(ONE)
                        || name.equals(field)
                        || index > 0 && name.equals(field.substring(0, index));
        return same && matches(at + 1, path, from + 1);
    }

    @Override
    public String toString() {
        return String.join(".", names);
    }
}
