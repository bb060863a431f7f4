package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.model.Separation.FIXED_LENGTH;

import io.millrace.parsers.model.Separation;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.layout.TdsLayout;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A check for whether the end of a message can be found in bytes that continue after the message.
 * This is the case if the group has a terminator, or all elements have lengths.
 */
final class RecordEnd {

    private static final String FIX =
            ", but its elements have no fixed length; set groupTerminator of the message's group";

    private final Set<Layout> visited = new HashSet<>();

    private RecordEnd() {}

    /** Returns the reason why the end cannot be found; empty if the end can be found. */
    public static Optional<String> problem(TdsLayout message) {
        for (Slot slot : message.slots()) {
            if (slot.extent() instanceof Extent.ToEnd) {
                return Optional.of(
                        "the end of records cannot be found, because %s ends where the message ends"
                                .formatted(slot.name()));
            }
        }
        for (Layout layout : message.layouts()) {
            Separation separation = layout.separation();
            boolean isEndless =
                    layout.isUnresolved()
                            && (separation.isFixed() || separation == Separation.UNDEFINED);
            if (isEndless) {
                return Optional.of(
                        "the end of records cannot be found, because nothing in them selects a"
                                + " branch of the choice of "
                                + layout.names());
            }
        }
        return new RecordEnd().isEnded(message.root())
                ? Optional.empty()
                : Optional.of(
                        "the end of records cannot be found, because the message has no group"
                                + " terminator"
                                + FIX);
    }

    /** Whether the end of a layout can be found without the markup around it. */
    private boolean isEnded(Layout layout) {
        if (!layout.markup().groupTerminator().isEmpty()) {
            return true;
        }
        boolean isFixed =
                layout.separation() == FIXED_LENGTH && !layout.isChoice() && visited.add(layout);
        return isFixed && layout.slots().stream().allMatch(this::isEnded);
    }

    private boolean isEnded(Slot slot) {
        boolean isCounted =
                slot.repeatReference() != null || slot.occurs().min() == slot.occurs().max();
        boolean hasLength =
                slot.extent() instanceof Extent.Fixed || slot.extent() instanceof Extent.Referenced;
        boolean isEnded =
                switch (slot) {
                    case ValueSlot value ->
                            hasLength
                                    || value.extent() instanceof Extent.Prefixed
                                    || value.extent() instanceof Extent.Terminated;
                    default -> hasLength || isEnded(slot.inner());
                };
        return isCounted && isEnded;
    }
}
