package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.Slot.TO_END;

import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A search for an element that extends to the end of the message. If a message has such an element,
 * its end cannot be found in bytes that continue after it.
 */
final class EndlessSlot {

    private final Set<Layout> visited = new HashSet<>();

    private EndlessSlot() {}

    /** Returns the name of such an element; empty if there is none. */
    static String name(Layout message) {
        return new EndlessSlot().find(message.slots);
    }

    private String find(List<Slot> slots) {
        for (Slot slot : slots) {
            String found = slot.count == TO_END ? named(slot) : inside(slot);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private String inside(Slot slot) {
        return switch (slot) {
            case ValueSlot value -> value.length instanceof ValueLength.ToEnd ? value.name : "";
            case FolderSlot folder -> visited.add(folder.layout) ? find(folder.layout.slots) : "";
            case ChoiceSlot choice -> inside(choice);
        };
    }

    private String inside(ChoiceSlot choice) {
        boolean varies = choice.isToEnd || choice.isLast && choice.shortest < choice.size;
        if (varies && choice.dispatch == null) {
            return named(choice);
        }
        for (Branch branch : choice.branches) {
            String found = find(branch.slots());
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private static String named(Slot slot) {
        return slot instanceof ChoiceSlot choice
                ? "a choice of %s without choiceDispatchKey".formatted(choice.names())
                : slot.name;
    }
}
