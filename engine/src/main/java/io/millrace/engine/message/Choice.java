package io.millrace.engine.message;

import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * A choice that neither the bytes of the message nor a program has resolved.
 *
 * @param name name of the choice; empty if it has none
 * @param branches the branches by the name of their first element. A supplier creates a folder with
 *     the elements of the branch, which does not resolve the choice. It throws a MillraceException
 *     if the bytes cannot be read as the branch
 */
public record Choice(String name, SequencedMap<String, Supplier<Element>> branches) {

    /** Returns the reason why the choice cannot be copied to another format. */
    public String problem() {
        return "found the choice "
                + (name.isEmpty() ? "" : name + " ")
                + "of "
                + String.join(", ", branches.keySet())
                + ", which is unresolved, expected one of its branches; "
                + remedies(branches.firstEntry().getKey());
    }

    /** Returns the ways to resolve a choice, for error messages. */
    public static String remedies(String branch) {
        return """
        refer to a branch such as %s in the program before the copy, or specify in the model what \
        identifies the branch: choiceDispatchKey and choiceBranchKey (CWF), tags or patterns (TDS)\
        """
                .formatted(branch);
    }
}
