package io.millrace.engine.esql.program;

import io.millrace.engine.esql.Correlation;
import io.millrace.engine.message.Value;

import java.util.List;
import java.util.Objects;

/**
 * A field reference: where it starts, and the steps from there. Correlation names that stand for a
 * step are written out: {@code InputBody} is INPUT_ROOT and the step {@code *[<]}, {@code
 * InputProperties} is INPUT_ROOT and the step {@code Properties[1]}.
 *
 * @param steps may be empty: then the start itself is meant
 */
public record FieldPath(Start start, List<Step> steps) {

    /** {@code *[<]}: what Body is at the top of a message. */
    public static final Step BODY =
            new Step(
                    null,
                    Name.ANY,
                    Name.ANY,
                    new Index.FromBack(new Expression.Literal(Value.of(1))));

    /** {@code Properties[1]}: what Properties is at the top of a message. */
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
            Refusal.unless(
                    !(steps.get(i).index() instanceof Index.All),
                    "only the last step may mean a list");
        }
    }

    /** Whether the whole list of matching fields is meant: the path ends in {@code []}. */
    public boolean isList() {
        return !steps.isEmpty() && steps.getLast().index() instanceof Index.All;
    }

    /**
     * Its first step, where that is what a correlation name such as Body or Properties stands for;
     * null where the path begins at the top.
     */
    public Step correlation() {
        boolean named =
                start.equals(new AtCorrelation(Correlation.INPUT_ROOT))
                        && !steps.isEmpty()
                        && (steps.getFirst().equals(BODY) || steps.getFirst().equals(PROPERTIES));
        return named ? steps.getFirst() : null;
    }

    /** Where a path starts. */
    public sealed interface Start {}

    /** At the top of one of the node's trees. */
    public record AtCorrelation(Correlation correlation) implements Start {
        public AtCorrelation {
            Objects.requireNonNull(correlation);
        }
    }

    /**
     * At a field beside the one that a REFERENCE points to, of the same name: {@code ref[2].a}.
     *
     * @param index which of them; not all
     */
    public record AtNamesake(Variable variable, Index index) implements Start {
        public AtNamesake {
            Refusal.unless(
                    variable.kind() == Variable.Kind.REFERENCE, "a reference stands among fields");
            Refusal.unless(!(index instanceof Index.All), "a path starts at one field");
        }
    }

    /** Where a REFERENCE points to, or at the top of a ROW. */
    public record AtVariable(Variable variable) implements Start {
        public AtVariable {
            Refusal.unless(
                    variable.kind() != Variable.Kind.SCALAR, "a path starts at a REFERENCE or ROW");
        }
    }

    /**
     * From an element to one of its children.
     *
     * @param type the field type in parentheses, an INTEGER; null where not said
     * @param namespace {@link Name#NONE} where not written: the element is then in no name space
     * @param name the local name
     * @param index which of the children that match
     */
    public record Step(Expression type, Name namespace, Name name, Index index) {
        public Step {
            Objects.requireNonNull(namespace);
            Objects.requireNonNull(name);
            Objects.requireNonNull(index);
        }

        /** The first child of this name without a name space. */
        public static Step named(String name) {
            return new Step(null, Name.NONE, new Name.Fixed(name), Index.FIRST);
        }
    }

    /** A local name or a name space in a step. */
    public sealed interface Name {
        /** Matches all. Also what a name left out behind a type means. */
        Any ANY = new Any();

        /** As a name space: none. */
        Fixed NONE = new Fixed("");

        /** {@code *}. */
        record Any() implements Name {}

        /** As written, or the value of a NAMESPACE or NAME constant. */
        record Fixed(String text) implements Name {
            public Fixed {
                Objects.requireNonNull(text);
            }
        }

        /** {@code {expression}}; NULL is an error when it runs. */
        record Computed(Expression expression) implements Name {
            public Computed {
                Objects.requireNonNull(expression);
            }
        }
    }

    /** Which of the children that match a step. */
    public sealed interface Index {
        /** No index written: the first one. */
        First FIRST = new First();

        /** {@code []}. */
        All ALL = new All();

        record First() implements Index {}

        record All() implements Index {}

        /** {@code [n]} and {@code [>n]}: counted from 1. */
        record FromFront(Expression position) implements Index {
            public FromFront {
                Objects.requireNonNull(position);
            }
        }

        /** {@code [<n]}: 1 is the last one; {@code [<]} and {@code [LAST]} have the literal 1. */
        record FromBack(Expression position) implements Index {
            public FromBack {
                Objects.requireNonNull(position);
            }
        }
    }
}
