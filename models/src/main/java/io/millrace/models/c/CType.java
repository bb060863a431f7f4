package io.millrace.models.c;

import java.util.List;

/** A type of C whose size is known. */
sealed interface CType
        permits CType.Scalar, CType.Pointer, CType.Array, CType.Enumeration, CType.Nothing, Struct {

    /** Returns the result of {@code sizeof}; 0 for types without a size. */
    long bytes();

    /** Returns the alignment of the type in bytes. */
    int alignment();

    /** Representation of a scalar. */
    enum Kind {
        CHARACTER,
        INTEGER,
        FLOATING,
        TRUTH
    }

    /**
     * A single value.
     *
     * @param written as C calls it
     */
    record Scalar(Kind kind, int size, boolean signed, String written) implements CType {
        @Override
        public long bytes() {
            return size;
        }

        @Override
        public int alignment() {
            return size;
        }
    }

    /** An address. */
    record Pointer(int size) implements CType {
        @Override
        public long bytes() {
            return size;
        }

        @Override
        public int alignment() {
            return size;
        }
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
    }

    /**
     * An enumeration.
     *
     * @param constants by name and value, in order
     */
    record Enumeration(String tag, int size, boolean signed, List<Constant> constants)
            implements CType {

        /** A named value. */
        record Constant(String name, long value) {}

        @Override
        public long bytes() {
            return size;
        }

        @Override
        public int alignment() {
            return size;
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
