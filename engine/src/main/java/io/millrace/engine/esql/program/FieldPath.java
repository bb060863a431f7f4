package io.millrace.engine.esql.program;

import io.millrace.engine.esql.Correlation;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * A field reference: a start and the steps from the start. Correlation names that include a step
 * are expanded: {@code InputBody} is INPUT_ROOT and the step {@code *[<]}, {@code InputProperties}
 * is INPUT_ROOT and the step {@code Properties[1]}.
 *
 * @param start start of the path
 * @param steps steps in their order; empty for the start itself
 */
public record FieldPath(Start start, List<Step> steps) {

    /** The step {@code *[<]}, which the name Body represents at the top of a message. */
    public static final Step BODY =
            new Step(
                    null,
                    Name.ANY,
                    Name.ANY,
                    new Index.FromBack(new Expression.Literal(Value.of(1))));

    /**
     * The step {@code Properties[1]}, which the name Properties represents at the top of a message.
     */
    public static final Step PROPERTIES =
            new Step(
                    null,
                    Name.NONE,
                    new Name.Fixed("Properties"),
                    new Index.FromFront(new Expression.Literal(Value.of(1))));

    public FieldPath {
        Objects.requireNonNull(start);
        steps = List.copyOf(steps);
        for (int i = 0; i < steps.size() - 1; i++) {
            Preconditions.unless(
                    !(steps.get(i).index() instanceof Index.All),
                    "only the last step can be a list");
        }
    }

    /** Whether the path represents the whole list of matching fields: it ends in {@code []}. */
    public boolean isList() {
        return !steps.isEmpty() && steps.getLast().index() instanceof Index.All;
    }

    /**
     * Returns the first step if it comes from a correlation name such as Body or Properties; null
     * if the path starts at the top of a tree.
     */
    public @Nullable Step correlation() {
        boolean named =
                start.equals(new AtCorrelation(Correlation.INPUT_ROOT))
                        && !steps.isEmpty()
                        && (steps.getFirst().equals(BODY) || steps.getFirst().equals(PROPERTIES));
        return named ? steps.getFirst() : null;
    }

    /** Start of a path. */
    public sealed interface Start {}

    /** A start at the top of one of the node's trees. */
    public record AtCorrelation(Correlation correlation) implements Start {
        public AtCorrelation {
            Objects.requireNonNull(correlation);
        }
    }

    /**
     * A start at a sibling with the same name as the field that a REFERENCE points to: {@code
     * ref[2].a}.
     *
     * @param variable REFERENCE variable
     * @param index index of the sibling; must not be {@link Index#ALL}
     */
    public record AtNamesake(Variable variable, Index index) implements Start {
        public AtNamesake {
            Preconditions.unless(
                    variable.kind() == Variable.Kind.REFERENCE, "the variable must be a REFERENCE");
            Preconditions.unless(
                    !(index instanceof Index.All), "the index must select a single field");
        }
    }

    /** A start at the target of a REFERENCE, or at the top of a ROW. */
    public record AtVariable(Variable variable) implements Start {
        public AtVariable {
            Preconditions.unless(
                    variable.kind() != Variable.Kind.SCALAR,
                    "the variable must be a REFERENCE or ROW");
        }
    }

    /**
     * A step from an element to one of its children.
     *
     * @param type field type in parentheses, an INTEGER; null if not specified
     * @param namespace namespace; {@link Name#NONE} if not written, which matches elements without
     *     a namespace
     * @param name local name
     * @param index index among the matching children
     */
    public record Step(@Nullable Expression type, Name namespace, Name name, Index index) {
        public Step {
            Objects.requireNonNull(namespace);
            Objects.requireNonNull(name);
            Objects.requireNonNull(index);
        }

        /** Returns a step to the first child with this name and no namespace. */
        public static Step named(String name) {
            return new Step(null, Name.NONE, new Name.Fixed(name), Index.FIRST);
        }
    }

    /** Local name or namespace in a step. */
    public sealed interface Name {
        /** Name that matches all names. Also used for a name that is omitted after a type. */
        Any ANY = new Any();

        /** Namespace of elements without a namespace. */
        Fixed NONE = new Fixed("");

        /** An asterisk: {@code *}. */
        record Any() implements Name {}

        /** A literal name, or the value of a NAMESPACE or NAME constant. */
        record Fixed(String text) implements Name {
            public Fixed {
                Objects.requireNonNull(text);
            }
        }

        /** A computed name: {@code {expression}}. NULL is an error at run time. */
        record Computed(Expression expression) implements Name {
            public Computed {
                Objects.requireNonNull(expression);
            }
        }

        /**
         * The name of a column in a row of a database table. It matches the database's name without
         * regard to case.
         *
         * @param row correlation name of the table
         * @param written a literal or computed name
         */
        record Column(Variable row, Name written) implements Name {
            public Column {
                Preconditions.unless(
                        written instanceof Fixed || written instanceof Computed,
                        "a column name must be literal or computed");
            }
        }
    }

    /** Index among the children that match a step. */
    public sealed interface Index {
        /** Index of the first child; used if no index is written. */
        First FIRST = new First();

        /** Index of all matching children: {@code []}. */
        All ALL = new All();

        record First() implements Index {}

        record All() implements Index {}

        /** An index {@code [n]} or {@code [>n]}, counted from 1. */
        record FromFront(Expression position) implements Index {
            public FromFront {
                Objects.requireNonNull(position);
            }
        }

        /**
         * An index {@code [<n]}: 1 is the last child. {@code [<]} and {@code [LAST]} have the
         * literal 1.
         */
        record FromBack(Expression position) implements Index {
            public FromBack {
                Objects.requireNonNull(position);
            }
        }
    }
}
