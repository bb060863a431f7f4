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

/**
 * A place for elements in a layout. Fields are set by the compiler of layouts and by nobody later.
 */
public abstract sealed class Slot {

    final String name;

    final String namespace;
    final Occurs occurs;

    final int id;

    int ordinal;

    /** Whether no other slot of its folder has its name. */
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

    /** Whether it can occur more than once. */
    public boolean repeats() {
        return occurs.max() != 1;
    }

    /** Returns its maximum number of occurrences. */
    public int maxOccurs() {
        return occurs.isUnbounded() ? Integer.MAX_VALUE : occurs.max();
    }

    /**
     * Whether its content ends at a specified length, so that outer markup is not relevant there.
     */
    public boolean isBounded() {
        return !(extent instanceof Extent.Marked) || pattern != null;
    }

    /** Returns the layout of its content; null for a single value. */
    public abstract Layout inner();

    /** Whether, as a branch of a choice, it begins with markup or a pattern that identifies it. */
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

    /** Returns the name; empty for a group without an element around it. */
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

    /** Returns its index in the layout. */
    public int ordinal() {
        return ordinal;
    }

    /** Whether it is in its folder itself, not in a group, and occurs at most once. */
    public boolean isSingle() {
        return isSingle;
    }

    /** Whether it occurs at most once in its layout. */
    public boolean isOnce() {
        return isOnce;
    }

    /** Returns the tag before it in tagged layouts; null for none. */
    public MarkerText tag() {
        return tag;
    }

    /** Whether it accepts every tag that no other slot has; the tag is the element's name. */
    public boolean isAnyTag() {
        return isAnyTag;
    }

    /** Whether its value directly follows its tag: the value begins with a delimiter. */
    public boolean isServiceString() {
        return isServiceString;
    }

    /** Returns the delimiter between its occurrences; null for its layout's delimiter. */
    public MarkerText repeat() {
        return repeat;
    }

    /** Returns the earlier number that specifies the number of occurrences; null for none. */
    public Reference repeatReference() {
        return repeatReference;
    }

    /** Returns the pattern of its extent; null for none. */
    public DataPattern pattern() {
        return pattern;
    }

    /** Returns the rule for its end. */
    public Extent extent() {
        return extent;
    }

    /** A place for single values. */
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

        /** Makes the codec for a decimal point. */
        public IntFunction<FieldCodec> codecs() {
            return codecs;
        }

        /** Returns the decimal point, which a message may specify itself. */
        public MarkerText decimalPoint() {
            return decimalPoint;
        }

        /** Whether markup in it is escaped or in quotation marks: a text that ends with markup. */
        public boolean isEscaped() {
            return isEscaped;
        }

        /** Whether it is there when it has no characters. */
        public boolean keepsEmpty() {
            return keepsEmpty;
        }

        public boolean nillable() {
            return nillable;
        }

        /** Whether its value specifies the delimiters of the message; null if not. */
        public ServiceString service() {
            return service;
        }

        /** Returns what is written where it is missing; null for nothing in particular. */
        public Value preset() {
            return preset;
        }

        /** Returns which of the message's references it is; negative for none. */
        public int reference() {
            return reference;
        }
    }

    /** A place for elements that hold others. */
    public static final class FolderSlot extends Slot {

        Layout layout;

        boolean holdsUnresolved;

        List<ValueSlot> references = new ArrayList<>();

        /** Whether its layout is one that it lies in. */
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

        /** Whether it may hold choices of which the bytes do not specify the branch. */
        public boolean holdsUnresolved() {
            return holdsUnresolved;
        }

        /** Its fields that hold lengths and numbers of others. */
        public List<ValueSlot> references() {
            return references;
        }

        /** Whether something in it takes its length or number from a field outside. */
        public boolean refersOut() {
            return refersOut;
        }
    }

    /** A place for a group without an element around it, whose elements are those of the folder. */
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
     * The way from a folder to an earlier field that holds a length or number.
     *
     * @param up how many folders to leave first
     */
    public record Reference(int up, ValueSlot field) {}

    /** How the end of a value or folder is found. */
    public sealed interface Extent {

        Extent MARKED = new Marked();

        /** Markup after it specifies; folders specify themselves. */
        record Marked() implements Extent {}

        /**
         * It always has this many.
         *
         * @param unit bytes of one; 0 for characters
         */
        record Fixed(int count, int unit) implements Extent {}

        /**
         * An earlier field specifies it.
         *
         * @param inclusive whether that field counts its own characters too
         * @param unit bytes of one; 0 for characters
         */
        record Referenced(Reference field, boolean inclusive, int unit) implements Extent {}

        /** A length in 1 or 2 bytes before it specifies it, in bytes. */
        record Prefixed(int bytes) implements Extent {}

        /** A character zero ends it. */
        record Terminated() implements Extent {}

        /** The encoding characters of HL7: up to the second field separator. */
        record EncodingCharacters() implements Extent {}

        /** It lasts up to the end of what it is in. */
        record ToEnd() implements Extent {}
    }
}
