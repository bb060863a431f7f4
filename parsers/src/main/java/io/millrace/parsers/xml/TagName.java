package io.millrace.parsers.xml;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.millrace.parsers.bytes.Words;

/** A tag's name in documents in which it has no prefix. Immutable. */
public final class TagName {

    private final String namespace;
    private final byte[] start;
    private final byte[] end;

    private TagName(String namespace, String local) {
        this.namespace = namespace;
        this.start = ("<" + local + ">").getBytes(US_ASCII);
        this.end = ("</" + local + ">").getBytes(US_ASCII);
    }

    /**
     * Returns a name.
     *
     * @param namespace empty for none
     * @return null for a name with characters other than ASCII
     */
    public static TagName of(String namespace, String local) {
        boolean ascii = local.chars().allMatch(c -> c < 128);
        return ascii ? new TagName(namespace, local) : null;
    }

    /** Returns the start of the text of a tag without attributes; negative for other names. */
    int text(Markup m, int at, NamespaceScope scope) {
        if (!Words.starts(m.a, at, m.to, start) || !m.allowsName(start.length - 2)) {
            return -1;
        }
        String here = scope == null ? "" : NamespaceScope.uri(scope, "");
        return here.equals(namespace) ? at + start.length : -1;
    }

    /**
     * Returns the position after its end tag if that is at an offset, otherwise a negative number.
     */
    int end(Markup m, int at) {
        return Words.starts(m.a, at, m.to, end) ? at + end.length : -1;
    }
}
