package io.millrace.parsers.mrm.tds.layout;

import static io.millrace.parsers.model.Separation.USE_DATA_PATTERN;

import io.millrace.engine.message.Value;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.ServiceString;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.record.FieldCodec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** A slot of a layout, which accepts elements. Only the layout compiler sets the fields. */
public abstract sealed class Slot implements Part {

    final String name;

    final String namespace;
    final Occurs occurs;

    final int id;

    int ordinal;

    /** Whether no other slot of the folder has the same name. */
    boolean isOnly;

    boolean isSingle;

    boolean isOnce;

    MarkerText tag;

    boolean isAnyTag;

    boolean isServiceString;

    MarkerText repeat;

    Reference repeatReference;

    DataPattern pattern;

    Extent extent = Extent.MARKED;

    Slot(String name, String namespace, Occurs occurs, int id) {
        this.name = name;
        this.namespace = namespace.intern();
        this.occurs = occurs;
        this.id = id;
    }

    /** Whether the slot can occur more than once. */
    public boolean repeats() {
        return occurs.max() != 1;
    }

    /** Returns the maximum number of occurrences. */
    public int maxOccurs() {
        return occurs.isUnbounded() ? Integer.MAX_VALUE : occurs.max();
    }

    /** Whether the content has a specified length, so that outer markup does not end it. */
    public boolean isBounded() {
        return !(extent instanceof Extent.Marked) || pattern != null;
    }

    /** Returns the layout of the slot's content; null for a single value. */
    public abstract Layout inner();

    /**
     * Whether the slot, as a branch of a choice, begins with markup or a pattern that identifies
     * it.
     */
    public boolean isIdentifiable() {
        if (pattern != null) {
            return true;
        }
        Layout inner = inner();
        return inner != null
                && (!inner.markup.groupIndicator().isEmpty()
                        || inner.isTagged()
                        || inner.separation() == USE_DATA_PATTERN);
    }

    /** Returns the name; empty for a group that is not an element. */
    public String name() {
        return name;
    }

    public String namespace() {
        return namespace;
    }

    public Occurs occurs() {
        return occurs;
    }

    /** Returns a number that is unique among the slots of the message. */
    public int id() {
        return id;
    }

    /** Returns the index of the slot in the layout. */
    public int ordinal() {
        return ordinal;
    }

    /** Whether the slot is directly in its folder, not in a group, and occurs at most once. */
    public boolean isSingle() {
        return isSingle;
    }

    /** Whether the slot occurs at most once in its layout. */
    public boolean isOnce() {
        return isOnce;
    }

    /** Returns the tag of the slot in tagged layouts; null if there is none. */
    public MarkerText tag() {
        return tag;
    }

    /** Whether the slot accepts every tag that no other slot has. The tag is the element's name. */
    public boolean isAnyTag() {
        return isAnyTag;
    }

    /** Whether the value directly follows the tag because it begins with a delimiter. */
    public boolean isServiceString() {
        return isServiceString;
    }

    /** Returns the delimiter between occurrences; null for the layout's delimiter. */
    public MarkerText repeat() {
        return repeat;
    }

    /**
     * Returns the reference to the field that contains the number of occurrences; null if there is
     * none.
     */
    public Reference repeatReference() {
        return repeatReference;
    }

    /** Returns the pattern that determines the extent; null if there is none. */
    public DataPattern pattern() {
        return pattern;
    }

    /** Returns the rule that determines the end of the content. */
    public Extent extent() {
        return extent;
    }

    /** A slot for single values. */
    public static final class ValueSlot extends Slot {

        final SimpleType type;

        IntFunction<FieldCodec> codecs;

        MarkerText decimalPoint;

        boolean isEscaped;

        boolean keepsEmpty;

        boolean nillable;

        ServiceString service;

        Value preset;

        int reference = -1;

        ValueSlot(String name, String namespace, Occurs occurs, int id, SimpleType type) {
            super(name, namespace, occurs, id);
            this.type = type;
        }

        @Override
        public Layout inner() {
            return null;
        }

        public SimpleType type() {
            return type;
        }

        /** Returns the function that creates a codec for a decimal point. */
        public IntFunction<FieldCodec> codecs() {
            return codecs;
        }

        /** Returns the decimal point, which a message can specify itself. */
        public MarkerText decimalPoint() {
            return decimalPoint;
        }

        /** Whether markup in the value is escaped or quoted, because the value ends at markup. */
        public boolean isEscaped() {
            return isEscaped;
        }

        /**
         * Whether a field without characters is an element with an empty value; otherwise the
         * element is missing.
         */
        public boolean keepsEmpty() {
            return keepsEmpty;
        }

        public boolean nillable() {
            return nillable;
        }

        /**
         * Returns the kind of service string whose value specifies the delimiters of the message;
         * null for other values.
         */
        public ServiceString service() {
            return service;
        }

        /** Returns the value to write if the element is missing; null if there is none. */
        public Value preset() {
            return preset;
        }

        /**
         * Returns the index of the slot among the message's reference fields; negative if it is not
         * a reference field.
         */
        public int reference() {
            return reference;
        }
    }

    /** A slot for folders. */
    public static final class FolderSlot extends Slot {

        Layout layout;

        boolean holdsUnresolved;

        List<ValueSlot> references = new ArrayList<>();

        /** Whether the slot is nested in its own layout. */
        boolean isRecursive;

        boolean refersOut;

        FolderSlot(String name, String namespace, Occurs occurs, int id) {
            super(name, namespace, occurs, id);
        }

        @Override
        public Layout inner() {
            return layout;
        }

        public Layout layout() {
            return layout;
        }

        /** Whether the folder can contain choices with a branch that the bytes do not specify. */
        public boolean holdsUnresolved() {
            return holdsUnresolved;
        }

        /** Returns the fields of the folder that contain lengths or counts of other elements. */
        public List<ValueSlot> references() {
            return references;
        }

        /**
         * Whether the length or count of an element inside the folder is in a field outside the
         * folder.
         */
        public boolean refersOut() {
            return refersOut;
        }
    }

    /** A slot for a group that is not an element: its elements are elements of the folder. */
    public static final class GroupSlot extends Slot {

        Layout layout;

        GroupSlot(Occurs occurs, int id) {
            super("", "", occurs, id);
        }

        @Override
        public Layout inner() {
            return layout;
        }

        public Layout layout() {
            return layout;
        }
    }

    /**
     * The path from a folder to an earlier field that contains a length or count.
     *
     * @param up number of folders to move up before the search
     */
    public record Reference(int up, ValueSlot field) {}

    /** The rule that determines the end of a value or folder. */
    public sealed interface Extent {

        Extent MARKED = new Marked();

        /**
         * A value ends at the next markup; the layout of a folder determines the end of the folder.
         */
        record Marked() implements Extent {}

        /**
         * The length is constant.
         *
         * @param unit number of bytes of a length unit; 0 for characters
         */
        record Fixed(int count, int unit) implements Extent {}

        /**
         * The length is in an earlier field.
         *
         * @param inclusive whether the length includes the characters of that field
         * @param unit number of bytes of a length unit; 0 for characters
         */
        record Referenced(Reference field, boolean inclusive, int unit) implements Extent {}

        /**
         * The value begins with a length field of 1 or 2 bytes, which contains the length in bytes.
         */
        record Prefixed(int bytes) implements Extent {}

        /** The value ends at X'00'. */
        record Terminated() implements Extent {}

        /** The value is the encoding characters of HL7, which end at the second field separator. */
        record EncodingCharacters() implements Extent {}

        /** The value ends where the enclosing element ends. */
        record ToEnd() implements Extent {}
    }
}
