package io.millrace.parsers.xml;

/**
 * Position in a document of a tag that contains a short string of plain characters and nothing
 * else, and no attributes. For callers that create their own elements for such tags. {@link
 * Document#isPlainAhead} fills it repeatedly.
 */
public final class PlainTag {

    /** The name that this tag probably has; null if unknown. */
    TagName expected;

    boolean isExpected;

    String namespace;
    String name;
    int start;
    int text;
    int end;

    /**
     * Sets the name that the next tag probably has, because the comparison with a name needs fewer
     * steps than a lookup.
     *
     * @param name null if unknown
     */
    public void expect(TagName name) {
        expected = name;
    }

    /** Whether it has the {@linkplain #expect expected} name. Otherwise its name is here. */
    public boolean isExpected() {
        return isExpected;
    }

    /** Returns the namespace's URI; empty for none. */
    public String namespace() {
        return namespace;
    }

    /** Returns the name without a prefix. */
    public String name() {
        return name;
    }

    /** Returns the begin of the tag. */
    public int start() {
        return start;
    }

    /** Returns the begin of its text. */
    public int text() {
        return text;
    }

    /** Returns the position after its end tag. */
    public int end() {
        return end;
    }

    /** Returns the end of the text of a plain tag. */
    static int textEnd(int start, int text, int end) {
        // Its end tag has one byte more than its start tag.
        return end - (text - start) - 1;
    }
}
