package io.millrace.engine.esql.program;

import java.util.Objects;

/** A variable, by what it can hold and how long it lives. */
public sealed interface Variable {

    String name();

    Kind kind();

    /** The scalar type; null unless the kind is SCALAR. */
    ScalarType type();

    /** What a variable can hold. */
    enum Kind {
        SCALAR,
        /**
         * A place in a tree, moved by MOVE. Correlation names of SELECT, FOR and quantifiers are
         * references too.
         */
        REFERENCE,
        /** A tree of its own. */
        ROW
    }

    /**
     * A variable of one call of a routine.
     *
     * @param slot counted from 0 within the routine; every DECLARE has its own, so that shadowing
     *     needs no rule here
     */
    record Local(String name, int slot, Kind kind, ScalarType type) implements Variable {
        public Local {
            Objects.requireNonNull(name);
            Refusal.unless(
                    (kind == Kind.SCALAR) == (type != null), "scalars, and only they, have a type");
        }
    }

    /**
     * A variable of a schema or module. Whether it may be assigned was checked.
     *
     * @param index where it stands in {@link Program#globals}
     */
    record Global(String name, int index, Kind kind, ScalarType type, Lifetime lifetime)
            implements Variable {
        public Global {
            Objects.requireNonNull(name);
            Refusal.unless(
                    (kind == Kind.SCALAR) == (type != null), "scalars, and only they, have a type");
            Refusal.unless(
                    !lifetime.isShared() || kind != Kind.REFERENCE,
                    "a SHARED variable is not a REFERENCE");
        }
    }

    /** How long a variable of a schema or module lives. */
    enum Lifetime {
        /** One call of the node: it is initialised anew for every message. */
        RUN,
        /** SHARED in a module: as long as the flow is deployed, one value for each node. */
        NODE,
        /** SHARED in a schema: as long as the flow is deployed, one value for the flow. */
        FLOW;

        /** Whether all threads see the same value. */
        public boolean isShared() {
            return this != RUN;
        }
    }
}
