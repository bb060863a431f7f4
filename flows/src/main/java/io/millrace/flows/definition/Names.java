package io.millrace.flows.definition;

/** How flows and nodes may be called. */
public final class Names {

    /** What {@link #isName} demands, as the end of a sentence. */
    public static final String RULE =
            "is not a name: names have letters, digits, blanks within, and _ - +";

    private Names() {}

    /**
     * Whether a text may name a flow or node: a dot would be taken for the one between node and
     * terminal.
     */
    public static boolean isName(String text) {
        return !text.isEmpty()
                && text.strip().equals(text)
                && text.codePoints()
                        .allMatch(c -> Character.isLetterOrDigit(c) || " _-+".indexOf(c) >= 0);
    }
}
