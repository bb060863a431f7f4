package io.millrace.engine.esql.plain;

/**
 * What a step of a path matches.
 *
 * @param type 0 for any
 * @param namespace null for any
 * @param name null for any
 */
record PlainPattern(int type, String namespace, String name) {

    boolean matches(PlainField f) {
        return (name == null || f.name.equals(name))
                && (namespace == null || f.namespace.equals(namespace))
                && (type == 0 || matchesType(f.type));
    }

    /**
     * Some types stand for a group: XMLNSC.Field for CDATA too, Attribute for both kinds of quotes.
     */
    private boolean matchesType(int found) {
        boolean isGroup = (type & 0xFFFF) == 0;
        int variant = type >> 8 & 0xFF;
        boolean isQuoted = variant >= 1 && variant <= 3 && (type & 1) == 0;
        return found == type
                || isGroup && (found & 0xFFFFFF00) == type
                || !isGroup && isQuoted && found == type + 1;
    }

    PlainField create() {
        return new PlainField(
                type == 0 ? io.millrace.engine.message.ElementType.NAME : type,
                namespace == null ? "" : namespace,
                name == null ? "" : name,
                null);
    }
}
