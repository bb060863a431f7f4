package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.Set;
import java.util.stream.Stream;

/** The rules for names of flows and nodes. */
public final class Names {

    /** Rule that {@link #isName} checks, as the end of a sentence. */
    public static final String RULE =
            "is not a valid name: a name consists of letters, digits, inner blanks, and _ - +";

    /** Rule that {@link #isFlowName} checks, as the end of a sentence. */
    public static final String FLOW_RULE = RULE + "; dots separate parts of the name of a flow";

    /** Rule that {@link #isNodeName} checks, as the end of a sentence. */
    public static final String NODE_RULE =
            "is not a valid name: a name must not begin or end with a blank, nor contain control"
                    + " characters";

    private Names() {}

    /** Whether a string is a valid name of an application, or a part of the name of a flow. */
    public static boolean isName(String text) {
        return !text.isEmpty()
                && text.strip().equals(text)
                && text.codePoints()
                        .allMatch(c -> Character.isLetterOrDigit(c) || " _-+".indexOf(c) >= 0);
    }

    /** Whether a string is a valid name of a flow: names, separated by dots. */
    public static boolean isFlowName(String text) {
        return Stream.of(text.split("\\.", -1)).allMatch(Names::isName);
    }

    /**
     * Whether a string is a valid name of a node. It can contain dots, as labels of nodes often are
     * names of queues. {@link Endpoint#parse(String, Place, Set, boolean)} finds the end of the
     * name.
     */
    public static boolean isNodeName(String text) {
        return !text.isEmpty()
                && text.strip().equals(text)
                && text.codePoints().noneMatch(Character::isISOControl);
    }
}
