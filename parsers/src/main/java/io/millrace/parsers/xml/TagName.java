package io.millrace.parsers.xml;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.millrace.parsers.bytes.Words;

/** The name of a tag, for documents in which the tag has no prefix. Immutable. */
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
     * @param namespace namespace; empty if there is none
     * @return null if the name contains non-ASCII characters
     */
    public static TagName of(String namespace, String local) {
        boolean ascii = local.chars().allMatch(c -> c < 128);
        return ascii ? new TagName(namespace, local) : null;
    }

    /**
     * Returns the start position of the text in a tag with this name and without attributes; a
     * negative number for any other tag.
     */
    int text(Markup m, int at, NamespaceScope scope) {
        if (!Words.starts(m.a, at, m.to, start) || !m.allowsName(start.length - 2)) {
            return -1;
        }
        String here = scope == null ? "" : NamespaceScope.uri(scope, "");
        return here.equals(namespace) ? at + start.length : -1;
    }

    /**
     * Returns the position after the end tag if the end tag of this name begins at an offset;
     * otherwise a negative number.
     */
    int end(Markup m, int at) {
        return Words.starts(m.a, at, m.to, end) ? at + end.length : -1;
    }
}
