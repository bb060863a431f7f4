package io.millrace.models.c;

import java.util.List;

/** A C type of known size. */
sealed interface CType permits CType.Single, CType.Array, CType.Nothing, Struct {

    /** Returns the result of {@code sizeof}; 0 for types without a size. */
    long bytes();

    /** Returns the alignment of the type in bytes. */
    int alignment();

    /**
     * Returns the type of the values in an array of any number of dimensions; any other type is
     * returned unchanged.
     */
    default CType innermost() {
        return this;
    }

    /** A type without members. The alignment is equal to the size. */
    sealed interface Single extends CType permits Scalar, Pointer, Enumeration {

        int size();

        @Override
        default long bytes() {
            return size();
        }

        @Override
        default int alignment() {
            return size();
        }
    }

    /** The interpretation of a scalar's bytes. */
    enum Kind {
        CHARACTER,
        INTEGER,
        FLOATING,
        TRUTH
    }

    /**
     * A single value.
     *
     * @param written name of the type in C
     */
    record Scalar(Kind kind, int size, boolean signed, String written) implements Single {}

    /** An address. */
    record Pointer(int size) implements Single {}

    /**
     * An enumeration.
     *
     * @param constants constants in order
     */
    record Enumeration(int size, boolean signed, List<Constant> constants) implements Single {

        /** A named value. */
        record Constant(String name, long value) {}
    }

    /**
     * An array.
     *
     * @param count number of items; {@link #OPEN} for any number
     */
    record Array(CType of, long count) implements CType {

        static final long OPEN = -1;

        @Override
        public long bytes() {
            return count == OPEN ? 0 : of.bytes() * count;
        }

        @Override
        public int alignment() {
            return of.alignment();
        }

        @Override
        public CType innermost() {
            return of.innermost();
        }
    }

    /** {@code void} and functions: types that only pointers can refer to. */
    record Nothing(String written) implements CType {

        static final Nothing VOID = new Nothing("void");
        static final Nothing FUNCTION = new Nothing("a function");

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public int alignment() {
            return 1;
        }
    }
}
