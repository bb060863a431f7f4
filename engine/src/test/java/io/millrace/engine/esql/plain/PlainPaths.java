package io.millrace.engine.esql.plain;

import static io.millrace.engine.error.ErrorCode.ESQL_FIELD;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtCorrelation;
import io.millrace.engine.esql.program.FieldPath.AtVariable;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;

import java.util.List;

/**
 * Walks field paths. What is computed in a step is computed even if the field before it is missing.
 */
final class PlainPaths {

    private final PlainRun run;

    PlainPaths(PlainRun run) {
        this.run = run;
    }

    /** Null where it is missing. */
    PlainField find(FieldPath path) {
        return walk(start(path.start()), path.steps(), false);
    }

    /** Made where it is missing; null only behind a reference that leads nowhere. */
    PlainField ensure(FieldPath path) {
        return walk(start(path.start()), path.steps(), true);
    }

    /** To what the first name of the path means where the field is missing. */
    PlainReference reference(FieldPath path) {
        PlainField found = find(path);
        PlainField first = null;
        if (path.correlation() != null) {
            first = find(new FieldPath(path.start(), List.of(path.correlation())));
        }
        return PlainReference.to(found, first == null ? start(path.start()) : first);
    }

    PlainField parent(FieldPath path, boolean ensure) {
        return walk(start(path.start()), path.steps().subList(0, path.steps().size() - 1), ensure);
    }

    List<PlainField> list(FieldPath path) {
        PlainField parent = parent(path, false);
        PlainPattern pattern = pattern(path.steps().getLast());
        List<PlainField> found = parent == null ? List.of() : matching(parent, pattern);
        return found.stream().map(f -> run.isInSharedRow(f) ? separate(f) : f).toList();
    }

    PlainField start(FieldPath.Start start) {
        return switch (start) {
            case AtCorrelation(var correlation) -> run.node.trees.get(correlation);
            case AtVariable(Variable v) when v.kind() == Variable.Kind.REFERENCE ->
                    run.reference(v).field();
            case AtVariable(Variable v) -> (PlainField) run.variable(v);
            default -> throw new IllegalArgumentException("unknown to the plain run: " + start);
        };
    }

    PlainField walk(PlainField from, List<FieldPath.Step> steps, boolean ensure) {
        PlainField at = from;
        for (FieldPath.Step step : steps) {
            at = step(at, step, ensure, () -> {});
        }
        return at;
    }

    /** One step, made where it is missing. */
    PlainField ensure(PlainField from, FieldPath.Step step, Runnable beforeItIsMade) {
        return step(from, step, true, beforeItIsMade);
    }

    private PlainField step(
            PlainField from, FieldPath.Step step, boolean ensure, Runnable beforeItIsMade) {
        PlainPattern pattern = pattern(step);
        boolean isFromBack = step.index() instanceof FieldPath.Index.FromBack;
        Value position =
                switch (step.index()) {
                    case FieldPath.Index.First _, FieldPath.Index.All _ -> Value.of(1);
                    case FieldPath.Index.FromFront(Expression e) -> run.expressions.value(e);
                    case FieldPath.Index.FromBack(Expression e) -> run.expressions.value(e);
                };
        if (from == null) {
            return null;
        }
        long index = index(position);
        List<PlainField> found = matching(from, pattern);
        if (index <= found.size()) {
            return found.get((int) (isFromBack ? found.size() - index : index - 1));
        }
        if (!ensure) {
            return null;
        }
        if (index != (isFromBack ? 1 : found.size() + 1)) {
            throw new PlainFailure(ESQL_FIELD);
        }
        beforeItIsMade.run();
        PlainField made = from.addLast(pattern.create());
        made.beginDomain();
        return made;
    }

    private static long index(Value position) {
        try {
            Value whole = PlainValues.cast(position, ScalarType.of(ValueType.INTEGER));
            if (whole instanceof IntegerValue(long n) && n > 0) {
                return n;
            }
        } catch (PlainFailure e) {
            // As any other that is no position.
        }
        throw new PlainFailure(ESQL_FIELD);
    }

    static List<PlainField> matching(PlainField parent, PlainPattern pattern) {
        return parent.children.stream().filter(pattern::matches).toList();
    }

    PlainPattern pattern(FieldPath.Step step) {
        return pattern(step.type(), step.namespace(), step.name());
    }

    PlainPattern pattern(Expression type, FieldPath.Name namespace, FieldPath.Name name) {
        return new PlainPattern(
                type == null ? 0 : type(run.expressions.value(type)), text(namespace), text(name));
    }

    static int type(Value type) {
        if (type instanceof IntegerValue(long n)) {
            return (int) n;
        }
        throw new PlainFailure(ESQL_FIELD);
    }

    /** Null for any. */
    String text(FieldPath.Name name) {
        return switch (name) {
            case FieldPath.Name.Any _ -> null;
            case FieldPath.Name.Fixed(String text) -> text;
            case FieldPath.Name.Computed(Expression e) -> name(run.expressions.value(e));
            case FieldPath.Name.Column(_, FieldPath.Name written) -> text(written);
        };
    }

    static String name(Value name) {
        if (name instanceof CharacterValue(String text)) {
            return text;
        }
        throw new PlainFailure(ESQL_FIELD);
    }

    static PlainField separate(PlainField shared) {
        PlainField copy = shared.copy();
        copy.domain = shared.owningDomain();
        return copy;
    }
}
