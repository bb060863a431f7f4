package io.millrace.parsers.model;

import java.util.List;

/**
 * Properties of a choice in a Custom Wire Format, and of a group that is one of its branches. They
 * have the names of DFDL.
 *
 * @param choiceDispatchKey name of an earlier field whose value selects the branch of the choice,
 *     or its path with dots if it is in another folder; null if a program selects the branch
 * @param choiceBranchKey values of that field for which this group is the branch
 */
public record CwfGroup(String choiceDispatchKey, List<String> choiceBranchKey)
        implements PhysicalProperties {

    public static final CwfGroup DEFAULTS = new CwfGroup(null, List.of());

    public CwfGroup {
        choiceBranchKey = List.copyOf(choiceBranchKey);
    }

    /** Returns the values of the dispatch key that select a branch with these properties. */
    public static List<String> branchKeys(PhysicalProperties branch) {
        return switch (branch) {
            case CwfField field -> field.choiceBranchKey();
            case CwfGroup group -> group.choiceBranchKey();
            case null, default -> List.of();
        };
    }
}
