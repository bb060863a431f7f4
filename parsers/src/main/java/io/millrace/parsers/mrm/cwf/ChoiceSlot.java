package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.model.Placement;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The place of one of several branches. Its size is that of the longest branch; the bytes do not
 * specify the branch. A choice with a branch of unknown length extends to the end of the message;
 * when a program has named its branch, it has the branch's length. A choice at the end whose
 * lengths are fixed ends with the message if the message contains a shorter branch.
 *
 * <p>A repeating choice has one branch in each occurrence. Occurrences of fixed length are
 * consecutive, up to the maximum number. Otherwise the next occurrence begins at the end of the
 * branch that a program named for the one before it.
 */
final class ChoiceSlot extends Slot {

    /** The slots of one branch, in order. */
    record Branch(List<Slot> slots) {

        Slot named(String namespace, String name) {
            for (Slot slot : slots) {
                if (slot.name.equals(name)
                        && (namespace == null || slot.namespace.equals(namespace))) {
                    return slot;
                }
            }
            return null;
        }
    }

    List<Branch> branches = List.of();

    /** Whether it extends to the end of the message until a program names a branch. */
    boolean isToEnd;

    /** Whether one of its branches extends to the end of the message. */
    boolean isEndless;

    /**
     * Whether fields or further occurrences after it are located when a program has named a branch.
     */
    boolean isOpen;

    /** Whether it is the last in the message; then it can be as short as its shortest branch. */
    boolean isLast;

    /** Size of its shortest branch if it is the last slot. */
    int shortest;

    /** Minimum number of occurrences. */
    private final int leastTurns;

    ChoiceSlot(int count, int leastTurns) {
        super(null, "", Placement.DEFAULTS, count, null);
        this.leastTurns = leastTurns;
    }

    @Override
    int minOccurs() {
        return leastTurns;
    }

    Branch branch(String namespace, String name) {
        for (Branch branch : branches) {
            if (branch.named(namespace, name) != null) {
                return branch;
            }
        }
        return null;
    }

    /** Returns the names of its branches, for messages. */
    String names() {
        return branches.stream()
                .flatMap(b -> b.slots().stream().limit(1))
                .map(s -> s.name)
                .collect(Collectors.joining(", "));
    }
}
