package io.millrace.parsers.mrm.dfdl;

import java.util.List;
import java.util.Map;

/** What a DFDL schema describes, with all properties of each part. */
sealed interface Item {

    Props props();

    /**
     * A field.
     *
     * @param base its built-in type
     * @param facets of XML Schema, by their names
     */
    record Field(String name, Props props, Times times, String base, Map<String, String> facets)
            implements Item {}

    record Folder(String name, Props props, Times times, Group content) implements Item {}

    record Group(boolean isChoice, Props props, List<Item> items) implements Item {}

    /**
     * How often an element occurs.
     *
     * @param most negative without an end
     * @param reference the element that says how often; null for none
     */
    record Times(int least, int most, String reference) {
        static final Times ONCE = new Times(1, 1, null);

        boolean isOnce() {
            return least == 1 && most == 1 && reference == null;
        }

        boolean isFixed() {
            return least == most && reference == null;
        }

        String text() {
            return least + ".." + (most < 0 ? "*" : most);
        }
    }

    default Times occurs() {
        return switch (this) {
            case Field f -> f.times;
            case Folder f -> f.times;
            case Group _ -> Times.ONCE;
        };
    }
}
