package io.millrace.parsers.mrm.tds.layout;

import static io.millrace.parsers.model.Separation.VARIABLE_LENGTH_ELEMENTS_DELIMITED;

import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.Separation;
import io.millrace.parsers.model.TdsGroup;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Types that contain themselves, during the compilation of layouts. Such a type is compiled again
 * within itself until the markup around it is the same as at an outer level. Then this level and
 * all deeper levels use the layout of the outer level.
 */
final class Recursions {

    /** Error text for a recursive type without an end. */
    static final String ENDLESS = "contains itself without an end";

    /**
     * A slot on the path from the message to the layout that is being compiled.
     *
     * @param before slots before this slot in its layout
     */
    private record Step(Slot slot, Layout in, List<Slot> before) {}

    /**
     * A recursive type with a layout that is being compiled.
     *
     * @param steps number of steps to the slot, including the slot
     * @param waiting slots inside the layout that also have this layout
     */
    private record Open(
            ComplexType type,
            Layout layout,
            FolderSlot owner,
            int steps,
            Set<ComplexType> around,
            List<FolderSlot> waiting) {}

    private final List<Step> way = new ArrayList<>();
    private final List<Open> open = new ArrayList<>();

    /** The types whose layouts are being compiled, from the innermost recursive type on. */
    private Set<ComplexType> types = identities();

    private static Set<ComplexType> identities() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    // Path to the current slot

    void enter(Slot slot, Layout in, List<Slot> before) {
        way.add(new Step(slot, in, before));
    }

    void leave() {
        way.removeLast();
    }

    // Types

    /** Whether a type contains itself here. */
    boolean isWithin(ComplexType type) {
        return types.contains(type);
    }

    /**
     * Returns an existing layout of the type that is equal to the requested layout.
     *
     * @return null if a new layout must be compiled
     */
    Layout known(ComplexType type, TdsGroup markup, FolderSlot owner, Layout around) {
        for (Open each : isWithin(type) ? open : List.<Open>of()) {
            boolean same =
                    each.type == type
                            && each.layout.markup.equals(markup)
                            && isAs(each.owner, owner)
                            && enclosingMarkup(each.layout.owner, each.layout.outer)
                                    .equals(enclosingMarkup(owner, Layout.outer(owner, around)));
            if (same) {
                owner.isRecursive = true;
                owner.references = each.owner.references;
                each.waiting.add(owner);
                return each.layout;
            }
        }
        return null;
    }

    private static boolean isAs(FolderSlot one, FolderSlot other) {
        return (one.tag == null) == (other.tag == null)
                && one.isAnyTag == other.isAnyTag
                && one.isBounded() == other.isBounded();
    }

    /** Returns the outer markup that ends a layout. */
    private static Set<MarkerText> enclosingMarkup(Slot owner, Layout outer) {
        var all = new HashSet<MarkerText>();
        Slot slot = owner;
        for (Layout layout = outer; layout != null; layout = layout.outer) {
            if (slot.repeat != null) {
                all.add(slot.repeat);
            }
            all.add(layout.markup.delimiter());
            all.add(layout.markup.groupTerminator());
            slot = layout.owner;
        }
        return all;
    }

    /** Begins the layout of a type. */
    void begin(ComplexType type, Layout layout, FolderSlot owner) {
        if (isWithin(type)) {
            open.add(new Open(type, layout, owner, way.size(), types, new ArrayList<>()));
            types = identities();
        }
        types.add(type);
    }

    /**
     * Ends a type after its layout is complete.
     *
     * @return the slots inside the layout that also have this layout
     */
    List<FolderSlot> end(ComplexType type, Layout layout) {
        types.remove(type);
        if (open.isEmpty() || open.getLast().layout != layout) {
            return List.of();
        }
        Open ended = open.removeLast();
        types = ended.around;
        return ended.waiting;
    }

    // Faults

    /**
     * Returns the reason why a slot cannot have a layout that contains the slot; empty if it can.
     */
    String findFault(Layout layout) {
        int from = 0;
        for (Open each : open) {
            from = each.layout == layout ? each.steps : from;
        }
        List<Step> steps = way.subList(from, way.size());
        if (steps.stream().noneMatch(Recursions::mayEnd)) {
            return ENDLESS;
        }
        return layout.markup.groupIndicator().isEmpty()
                        && steps.stream().allMatch(Recursions::isFirst)
                ? """
                contains itself with nothing before it, so that nothing shows whether it is present\
                """
                : "";
    }

    /** Whether the slot of a step is optional. */
    private static boolean mayEnd(Step step) {
        Slot slot = step.slot;
        Separation separation = step.in.separation();
        boolean always =
                separation.isFixed() && !separation.isTagged()
                        || separation == VARIABLE_LENGTH_ELEMENTS_DELIMITED && slot.isBounded();
        return slot.repeatReference != null
                || !always
                        && (slot.occurs.min() == 0 || step.in.isChoice() || separation.isTagged());
    }

    /** Whether a step begins at the same position as its layout. */
    private static boolean isFirst(Step step) {
        Slot slot = step.slot;
        Layout in = step.in;
        if (slot.tag != null
                || slot.isAnyTag
                || slot.repeatReference != null
                || !in.markup.groupIndicator().isEmpty()) {
            return false;
        }
        return switch (in.separation()) {
            case TAGGED_DELIMITED, TAGGED_FIXED_LENGTH, TAGGED_ENCODED_LENGTH ->
                    in.isChoice() || !in.isOrdered() || !isAfterOthers(step);
            case USE_DATA_PATTERN -> in.isChoice() || !isAfterOthers(step);
            default -> in.isChoice() || step.before.isEmpty();
        };
    }

    /** Whether a mandatory element is before the slot of a step. */
    private static boolean isAfterOthers(Step step) {
        return step.before.stream().anyMatch(s -> s.occurs.min() > 0);
    }
}
