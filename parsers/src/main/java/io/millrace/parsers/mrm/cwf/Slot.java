package io.millrace.parsers.mrm.cwf;

import static java.util.stream.Collectors.joining;

import io.millrace.engine.message.Value;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Placement;
import io.millrace.parsers.record.FieldCodec;

import java.util.List;

/**
 * The place of an element in its folder, for all its occurrences. Only the compiler of layouts sets
 * the fields.
 *
 * <p>Occurrences are consecutive, without a gap: the bytes skipped before and after an occurrence
 * belong to it. Each has a lead (skipped bytes and alignment), a body, and trailing skipped bytes.
 */
abstract sealed class Slot {

    static final int UNKNOWN = -1;

    /** Value of {@link #count}: occurrences extend to the end of the message. */
    static final int TO_END = -2;

    /** Value of {@link #count}: an earlier field contains the count. */
    static final int REFERENCED = -3;

    final ElementDeclaration element;
    final String name;
    final String namespace;
    final Placement placement;

    /** Number of occurrences, TO_END or REFERENCED. */
    final int count;

    /** The field that contains the number of occurrences; null if there is none. */
    final Reference repeat;

    /** Index of the slot in its layout; slots of a choice have the choice's index. */
    int ordinal;

    /** The choice that contains the slot; null if there is none. */
    ChoiceSlot choice;

    /** Offset of the first occurrence from the folder's start; UNKNOWN if it varies. */
    int offset = UNKNOWN;

    /** Number of bytes before the body in the first occurrence; UNKNOWN if it varies. */
    int lead = UNKNOWN;

    /** Number of bytes before the body in each other occurrence; UNKNOWN if it varies. */
    int nextLead = UNKNOWN;

    /** Number of bytes of a body; UNKNOWN if it varies. */
    int size = UNKNOWN;

    /**
     * Offset of the body from the folder's start if the slot occurs once and its offset and size
     * are constant; otherwise UNKNOWN.
     */
    int place = UNKNOWN;

    /** Whether the message can end before the bytes that are skipped after it. */
    boolean endsEarly;

    /** Whether the name is unique in the layout and the slot is not in a choice. */
    boolean isOnly;

    /** Largest alignment of the slot and its content. */
    int alignment;

    Slot(
            ElementDeclaration element,
            String namespace,
            Placement placement,
            int count,
            Reference repeat) {
        this.element = element;
        name = element == null ? "" : element.name();
        this.namespace = namespace.intern();
        this.placement = placement;
        this.count = count;
        this.repeat = repeat;
        alignment = placement.byteAlignment();
    }

    boolean repeats() {
        return count != 1;
    }

    /** Returns the minimum number of occurrences. */
    int minOccurs() {
        return element.occurs().min();
    }

    int lead(boolean first) {
        return first ? lead : nextLead;
    }

    /** The place of a single value. */
    static final class ValueSlot extends Slot implements SlotPart {

        final BaseType type;
        final FieldCodec codec;
        final ValueLength length;

        /** Value to write if the element is missing; null if there is none. */
        final Value preset;

        /**
         * Index of the slot among the message's reference fields; negative if it is not a reference
         * field.
         */
        int reference = UNKNOWN;

        ValueSlot(
                ElementDeclaration element,
                String namespace,
                Placement placement,
                int count,
                Reference repeat,
                BaseType type,
                FieldCodec codec,
                ValueLength length,
                Value preset) {
            super(element, namespace, placement, count, repeat);
            this.type = type;
            this.codec = codec;
            this.length = length;
            this.preset = preset;
            size = length instanceof ValueLength.Fixed(int bytes) ? bytes : UNKNOWN;
        }
    }

    /** The place of a folder. */
    static final class FolderSlot extends Slot {

        Layout layout;

        /**
         * Whether the folder contains a field with the length or count of an element outside the
         * folder.
         */
        boolean isReferredTo;

        /**
         * Whether the length or count of an element inside the folder is in a field outside the
         * folder.
         */
        boolean refersOut;

        /** Whether the folder is inside a folder of the same type. */
        boolean isRecursive;

        FolderSlot(
                ElementDeclaration element,
                String namespace,
                Placement placement,
                int count,
                Reference repeat) {
            super(element, namespace, placement, count, repeat);
        }
    }

    /**
     * The place of a choice. The bytes do not specify the branch. If all branches have fixed
     * lengths, the choice has the length of the longest branch; at the end of the message, it can
     * end with a shorter branch. If branches vary in length, the choice extends to the end of the
     * message until a program selects a branch.
     *
     * <p>Each occurrence of a repeating choice contains one branch. Occurrences of fixed length are
     * consecutive. Otherwise an occurrence begins at the end of the branch that a program selected
     * for the previous occurrence.
     */
    static final class ChoiceSlot extends Slot {

        /**
         * The slots of one branch, in order.
         *
         * @param keys values of the choice's dispatch key that select the branch
         */
        record Branch(List<Slot> slots, List<String> keys) {

            /** Returns the name of the branch, for error messages. */
            String name() {
                return slots.getFirst().name;
            }

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

        /** Name of the choice; empty if it has none. */
        final String label;

        List<Branch> branches = List.of();

        /** The rule that selects a branch by a field; null if a program selects it. */
        Dispatch dispatch;

        /**
         * Whether the choice extends to the end of the message until a program selects a branch.
         */
        boolean isToEnd;

        /** Whether a branch extends to the end of the message. */
        boolean isEndless;

        /**
         * Whether fields or other occurrences follow that can be located only after a program has
         * selected a branch.
         */
        boolean isOpen;

        /**
         * Whether the choice is at the end of the message; then the message can end after the
         * shortest branch.
         */
        boolean isLast;

        /** Number of bytes of the shortest branch if the choice is at the end of the message. */
        int shortest;

        /** Minimum number of occurrences. */
        private final int leastTurns;

        ChoiceSlot(String label, int count, int leastTurns) {
            super(null, "", Placement.DEFAULTS, count, null);
            this.label = label;
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

        /** Returns the names of the branches, for error messages. */
        String names() {
            return branches.stream().map(Branch::name).collect(joining(", "));
        }
    }

    /**
     * The path from a folder to an earlier field that contains a length or count.
     *
     * @param up number of folders to move up first
     * @param path path to the field, through folders that occur once
     */
    record Reference(int up, List<Slot> path) {

        Reference {
            path = List.copyOf(path);
        }

        ValueSlot field() {
            return (ValueSlot) path.getLast();
        }
    }

    /** The rule that determines the end of a value. */
    sealed interface ValueLength {

        /** The value has a fixed number of bytes. */
        record Fixed(int bytes) implements ValueLength {}

        /** The value has a fixed number of characters of one or more bytes. */
        record Characters(int count) implements ValueLength {}

        /**
         * The length is in an earlier field.
         *
         * @param inclusive whether the length includes the bytes of that field
         * @param unit number of bytes of a length unit; 0 for characters of one or more bytes
         */
        record Referenced(Reference field, boolean inclusive, int unit) implements ValueLength {}

        /**
         * The value begins with a length field.
         *
         * @param bytes number of bytes of the length field: 1 or 2
         * @param unit number of bytes of a length unit; 0 for characters of one or more bytes
         */
        record Prefixed(int bytes, int unit) implements ValueLength {}

        /** The value ends at X'00'. */
        record Terminated() implements ValueLength {}

        /** The value extends to the end of the message. */
        record ToEnd() implements ValueLength {}
    }
}
