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

    /** A {@link #count}: up to the end of the message. */
    static final int TO_END = -2;

    /** A {@link #count} that an earlier field specifies. */
    static final int REFERENCED = -3;

    final ElementDeclaration element;
    final String name;
    final String namespace;
    final Placement placement;

    /** Number of occurrences, TO_END or REFERENCED. */
    final int count;

    /** The field that specifies the number of occurrences; null for none. */
    final Reference repeat;

    /** Index of the slot in its layout; slots of a choice have the choice's index. */
    int ordinal;

    /** The choice that it is in; null for none. */
    ChoiceSlot choice;

    /** Offset of its first occurrence from the folder's start; UNKNOWN if it varies. */
    int offset = UNKNOWN;

    /** Number of bytes of the first occurrence before its body; UNKNOWN if it varies. */
    int lead = UNKNOWN;

    /** Number of bytes of the other occurrences before their body; UNKNOWN if it varies. */
    int nextLead = UNKNOWN;

    /** Number of bytes of a body; UNKNOWN if it varies. */
    int size = UNKNOWN;

    /**
     * Offset of its body from the folder's start, if the offset and the size are constant and it
     * occurs once; otherwise UNKNOWN.
     */
    int place = UNKNOWN;

    /** Whether the message can end before the bytes that are skipped after it. */
    boolean endsEarly;

    /** Whether no other slot of its layout has its name, and it is in no choice. */
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

    /** Returns its minimum number of occurrences. */
    int minOccurs() {
        return element.occurs().min();
    }

    int lead(boolean first) {
        return first ? lead : nextLead;
    }

    /** Where a single value lies. */
    static final class ValueSlot extends Slot {

        final BaseType type;
        final FieldCodec codec;
        final ValueLength length;

        /** What is written where it is missing; null for nothing in particular. */
        final Value preset;

        /** Which of the message's references it is; negative for none. */
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

    /** Where a folder lies. */
    static final class FolderSlot extends Slot {

        Layout layout;

        /** Whether it holds a field that others outside take their length or number from. */
        boolean isReferredTo;

        /** Whether something in it takes its length or number from a field outside. */
        boolean refersOut;

        /** Whether it is of a type that it lies in. */
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
     * Where one of several branches lies, each as long as the longest; the bytes do not specify
     * which. A choice whose branches are of any length lasts up to the end of the message, and is
     * as long as its branch when a program has named that. A choice at the end whose lengths are
     * fixed ends with the message where that holds a shorter branch.
     *
     * <p>A choice that repeats has one branch in each turn. Turns of fixed length lie one after the
     * other, all that there may be; of others the next begins where the branch ends that a program
     * named for the turn before it.
     */
    static final class ChoiceSlot extends Slot {

        /** What one branch holds, in order. */
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

        /** Whether it lasts up to the end of the message until a program names a branch. */
        boolean isToEnd;

        /** Whether a branch of it lasts up to the end of the message. */
        boolean isEndless;

        /**
         * Whether there are fields or further turns after it that are found when a program has
         * named a branch.
         */
        boolean isOpen;

        /**
         * Whether it is the last in the message; then it may be as short as its shortest branch.
         */
        boolean isLast;

        /** Bytes of its shortest branch, where it is the last. */
        int shortest;

        /** How many turns there must be. */
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
                    .collect(joining(", "));
        }
    }

    /**
     * The way from a folder to an earlier field that holds a length or number.
     *
     * @param up how many folders to leave first
     * @param path through folders that occur once, to the field
     */
    record Reference(int up, List<Slot> path) {

        Reference {
            path = List.copyOf(path);
        }

        ValueSlot field() {
            return (ValueSlot) path.getLast();
        }
    }

    /** How the end of a value is found. */
    sealed interface ValueLength {

        /** It always has this many bytes. */
        record Fixed(int bytes) implements ValueLength {}

        /** It has this many characters of one or more bytes. */
        record Characters(int count) implements ValueLength {}

        /**
         * An earlier field specifies it.
         *
         * @param inclusive whether that field counts its own bytes too
         * @param unit bytes that a unit of it has; 0 for characters of one or more bytes
         */
        record Referenced(Reference field, boolean inclusive, int unit) implements ValueLength {}

        /**
         * The bytes before it specify it.
         *
         * @param bytes 1 or 2
         * @param unit bytes that a unit of it has; 0 for characters of one or more bytes
         */
        record Prefixed(int bytes, int unit) implements ValueLength {}

        /** A character zero ends it. */
        record Terminated() implements ValueLength {}

        /** It lasts up to the end of the message. */
        record ToEnd() implements ValueLength {}
    }
}
