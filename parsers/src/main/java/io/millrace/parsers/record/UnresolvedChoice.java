package io.millrace.parsers.record;

import static io.millrace.engine.parser.HeaderFields.path;
import static io.millrace.engine.parser.ParseErrors.unwritable;
import static io.millrace.parsers.record.RecordTypes.UNRESOLVED_CHOICE;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Choice;
import io.millrace.engine.message.Element;

/** A check that rejects unresolved choices of records when a tree is written in another format. */
public final class UnresolvedChoice {

    private UnresolvedChoice() {}

    /**
     * Checks that an element is not an unresolved choice.
     *
     * @throws MillraceException with WRITE_FAILED if the choice is unresolved
     */
    public static void check(Element element) {
        if (element.type() == UNRESOLVED_CHOICE) {
            throw unwritable(path(element.parent()), problem(element.choice()));
        }
    }

    private static String problem(Choice choice) {
        return choice != null
                ? choice.problem()
                : "found a choice, which is unresolved, expected one of its branches; "
                        + Choice.remedies("InputRoot.MRM.A");
    }
}
