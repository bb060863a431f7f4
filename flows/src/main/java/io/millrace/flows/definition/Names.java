package io.millrace.flows.definition;

/** The rules for names of flows and nodes. */
public final class Names {

    /** Rule that {@link #isName} checks, as the end of a sentence. */
    public static final String RULE =
            "is not a valid name: a name consists of letters, digits, inner blanks, and _ - +";

    private Names() {}

    /**
     * Whether a string is a valid name of a flow or node. It must not contain a dot, because a dot
     * separates node and terminal.
     */
    public static boolean isName(String text) {
        return !text.isEmpty()
                && text.strip().equals(text)
                && text.codePoints()
                        .allMatch(c -> Character.isLetterOrDigit(c) || " _-+".indexOf(c) >= 0);
    }
}
