package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/** A variable, classified by its content and its lifetime. */
public sealed interface Variable {

    String name();

    Kind kind();

    /** Returns the scalar type; null unless the kind is SCALAR. */
    @Nullable ScalarType type();

    /** Returns the scalar type. The kind of the variable must be SCALAR. */
    default ScalarType scalarType() {
        return Objects.requireNonNull(type());
    }

    /** Kind of content of a variable. */
    enum Kind {
        SCALAR,
        /**
         * A position in a tree that MOVE changes. Correlation names of SELECT, FOR and quantified
         * predicates are also references.
         */
        REFERENCE,
        /** A tree that belongs to the variable. */
        ROW
    }

    /**
     * A variable of one call of a routine.
     *
     * @param slot slot within the routine, counted from 0; each DECLARE has its own slot, so the
     *     program needs no rules for shadowing
     */
    record Local(String name, int slot, Kind kind, @Nullable ScalarType type) implements Variable {
        public Local {
            Objects.requireNonNull(name);
            Preconditions.unless(
                    (kind == Kind.SCALAR) == (type != null),
                    "the type must be present for scalars only");
        }
    }

    /**
     * A variable of a schema or module. The analysis has checked that assignments to it are
     * allowed.
     *
     * @param index position in {@link Program#globals}
     */
    record Global(String name, int index, Kind kind, @Nullable ScalarType type, Lifetime lifetime)
            implements Variable {
        public Global {
            Objects.requireNonNull(name);
            Preconditions.unless(
                    (kind == Kind.SCALAR) == (type != null),
                    "the type must be present for scalars only");
            Preconditions.unless(
                    !lifetime.isShared() || kind != Kind.REFERENCE,
                    "a SHARED variable must not be a REFERENCE");
        }
    }

    /** Lifetime of a variable of a schema or module. */
    enum Lifetime {
        /** One call of the node: the variable is initialized for every message. */
        RUN,
        /** SHARED in a module: one value for each node while the flow is deployed. */
        NODE,
        /** SHARED in a schema: one value for the flow while the flow is deployed. */
        FLOW;

        /** Whether all threads share one value. */
        public boolean isShared() {
            return this != RUN;
        }
    }
}
