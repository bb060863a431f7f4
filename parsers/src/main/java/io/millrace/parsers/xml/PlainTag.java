package io.millrace.parsers.xml;

/**
 * Position in a document of a tag that contains a short string of plain characters and nothing
 * else, and no attributes. For callers that have their own elements for such tags and need none of
 * the document's. {@link Document#isPlainAhead} fills it repeatedly.
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
     * Says which name the next tag probably has: that it has it shows in fewer steps than which one
     * it has.
     *
     * @param name null if unknown
     */
    public void expect(TagName name) {
        expected = name;
    }

    /** Whether it has the name that was {@linkplain #expect expected}. Else its name is here. */
    public boolean isExpected() {
        return isExpected;
    }

    /** Returns the namespace's URI; empty for none. */
    public String namespace() {
        return namespace;
    }

    /** Without a prefix. */
    public String name() {
        return name;
    }

    /** Returns where the tag begins. */
    public int start() {
        return start;
    }

    /** Returns where its text begins. */
    public int text() {
        return text;
    }

    /** Returns the position after its end tag. */
    public int end() {
        return end;
    }

    /** Returns where the text of a plain tag ends. */
    static int textEnd(int start, int text, int end) {
        // Its end tag has one byte more than its start tag.
        return end - (text - start) - 1;
    }
}
