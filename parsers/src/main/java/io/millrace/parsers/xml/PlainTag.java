package io.millrace.parsers.xml;

/**
 * Position of a plain tag: a tag without attributes that contains only a short string of plain
 * characters. Domains with own elements for such tags need no element of the document. The object
 * is reused: {@link Document#isPlainAhead} fills it for each tag.
 */
public final class PlainTag {

    /** Expected name; null if unknown. */
    TagName expected;

    boolean isExpected;

    String namespace;
    String name;
    int start;
    int text;
    int end;

    /**
     * Sets the expected name of the next tag, because comparing a name is faster than reading it.
     *
     * @param name expected name; null if unknown
     */
    public void expect(TagName name) {
        expected = name;
    }

    /**
     * Whether the tag has the {@linkplain #expect expected} name; otherwise {@link #name} is set.
     */
    public boolean isExpected() {
        return isExpected;
    }

    /** Returns the URI of the namespace; empty if there is none. */
    public String namespace() {
        return namespace;
    }

    /** Returns the name without a prefix. */
    public String name() {
        return name;
    }

    /** Returns the start position of the tag. */
    public int start() {
        return start;
    }

    /** Returns the start position of the tag's text. */
    public int text() {
        return text;
    }

    /** Returns the position after the end tag. */
    public int end() {
        return end;
    }

    /** Returns the end position of the text of a plain tag. */
    static int textEnd(int start, int text, int end) {
        // The end tag has one byte more than the start tag.
        return end - (text - start) - 1;
    }
}
