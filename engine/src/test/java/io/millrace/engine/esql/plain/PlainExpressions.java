package io.millrace.engine.esql.plain;

import static io.millrace.engine.esql.plain.PlainValues.and;
import static io.millrace.engine.esql.plain.PlainValues.not;
import static io.millrace.engine.esql.plain.PlainValues.or;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Aggregate;
import io.millrace.engine.esql.program.Expression.And;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.Between;
import io.millrace.engine.esql.program.Expression.BuiltIn;
import io.millrace.engine.esql.program.Expression.CallValue;
import io.millrace.engine.esql.program.Expression.Cardinality;
import io.millrace.engine.esql.program.Expression.Cast;
import io.millrace.engine.esql.program.Expression.Coalesce;
import io.millrace.engine.esql.program.Expression.Comparison;
import io.millrace.engine.esql.program.Expression.Comparison.Operator;
import io.millrace.engine.esql.program.Expression.DatabaseState;
import io.millrace.engine.esql.program.Expression.In;
import io.millrace.engine.esql.program.Expression.IntervalBetween;
import io.millrace.engine.esql.program.Expression.Is;
import io.millrace.engine.esql.program.Expression.LastMove;
import io.millrace.engine.esql.program.Expression.Like;
import io.millrace.engine.esql.program.Expression.ListComparison;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.Negation;
import io.millrace.engine.esql.program.Expression.Not;
import io.millrace.engine.esql.program.Expression.Or;
import io.millrace.engine.esql.program.Expression.Quantified;
import io.millrace.engine.esql.program.Expression.Singular;
import io.millrace.engine.esql.program.Expression.TreeValue;
import io.millrace.engine.esql.program.Expression.Truth;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.The;
import io.millrace.engine.esql.program.Operand.TreeCall;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.FloatValue;

import java.util.ArrayList;
import java.util.List;

/** Gives expressions their values. */
final class PlainExpressions {

    private final PlainRun run;

    PlainExpressions(PlainRun run) {
        this.run = run;
    }

    /** Of whatever can have one. */
    Value valueOf(Operand operand) {
        return operand instanceof Expression e ? value(e) : PlainCalls.value(field(operand));
    }

    Value value(Expression expression) {
        Value value =
                switch (expression) {
                    case Literal(Value v) -> v;
                    case VariableValue(var v) -> (Value) run.variable(v);
                    case TreeValue(var tree) -> PlainCalls.value(field(tree));
                    case Arithmetic a ->
                            PlainValues.calculate(a.operator(), value(a.left()), value(a.right()));
                    case Negation(Expression e) -> PlainValues.negate(value(e));
                    case Cast cast -> cast(cast);
                    case Expression.Case c -> choice(c);
                    case Coalesce(var operands) -> coalesce(operands);
                    case BuiltIn f -> PlainFunctions.call(f, this, run);
                    case CallValue(var call) -> (Value) run.calls.call(call);
                    case Cardinality(var list) -> Value.of(run.lists.items(list).size());
                    case Aggregate a -> run.lists.aggregate(a);
                    case DatabaseState(var what) -> state(what);
                    case IntervalBetween i ->
                            PlainFunctions.between(
                                    value(i.later()), value(i.earlier()), i.qualifier());
                    case Truth t -> PlainValues.value(truth(t));
                    default ->
                            throw new IllegalArgumentException(
                                    "unknown to the plain run: " + expression);
                };
        boolean isLong =
                value instanceof CharacterValue(String text) && text.length() > 10_000
                        || value instanceof BlobValue(var bytes) && bytes.length() > 10_000;
        if (isLong) {
            throw new PlainTooMuch();
        }
        return value;
    }

    private Value cast(Cast cast) {
        Value[] parts = cast.operands().stream().map(this::value).toArray(Value[]::new);
        boolean hasClauses =
                cast.ccsid() != null || cast.encoding() != null || cast.format() != null;
        CastTarget target = PlainValues.target(cast.target());
        if (cast.ccsid() != null) {
            target = target.withCcsid(value(cast.ccsid()));
        }
        if (cast.encoding() != null) {
            target = target.withEncoding(value(cast.encoding()));
        }
        if (cast.format() != null) {
            target = target.withFormat(value(cast.format()));
        }
        try {
            return hasClauses || parts.length > 1
                    ? PlainValues.libraryCast(parts, target)
                    : PlainValues.cast(parts[0], cast.target());
        } catch (PlainFailure e) {
            boolean isOfCast = e.code == ErrorCode.ESQL_CAST || e.code == ErrorCode.ESQL_OVERFLOW;
            if (cast.otherwise() == null || !isOfCast) {
                throw e;
            }
            return value(cast.otherwise());
        }
    }

    private Value choice(Expression.Case c) {
        Value operand = c.operand() == null ? null : value(c.operand());
        for (Expression.Case.When when : c.whens()) {
            boolean holds =
                    c.operand() == null
                            ? decides(when.test(), true)
                            : PlainValues.is(PlainValues.equal(operand, value(when.test())), true);
            if (holds) {
                return value(when.result());
            }
        }
        return value(c.otherwise());
    }

    private Value coalesce(List<Expression> operands) {
        for (Expression e : operands) {
            Value v = value(e);
            if (v != null) {
                return v;
            }
        }
        return null;
    }

    private Value state(DatabaseState.What what) {
        PlainFailure state = run.state;
        return switch (what) {
            case SQLSTATE -> Value.of(state == null ? "00000" : state.sqlState());
            case SQLCODE -> state == null ? Value.of(0) : code(state);
            default -> throw new IllegalArgumentException("" + what);
        };
    }

    private static Value code(PlainFailure state) {
        if (state.code != ErrorCode.ESQL_USER) {
            return Value.of(-state.code.number());
        }
        String text = state.inserts.isEmpty() ? "0" : state.inserts.getFirst();
        return text.matches("-?\\d{1,18}") ? Value.of(Long.parseLong(text)) : Value.of(text);
    }

    // Truth

    /**
     * Whether a condition is as wanted. It is evaluated from the left as far as that takes: what
     * stands behind an UNKNOWN in an AND cannot make it TRUE.
     */
    boolean decides(Expression condition, boolean requested) {
        return switch (condition) {
            case Not(Expression e) -> decides(e, !requested);
            case And(Expression a, Expression b) when requested ->
                    decides(a, true) && decides(b, true);
            case And(Expression a, Expression b) -> decides(a, false) || decides(b, false);
            case Or(Expression a, Expression b) when requested ->
                    decides(a, true) || decides(b, true);
            case Or(Expression a, Expression b) -> decides(a, false) && decides(b, false);
            default -> PlainValues.is(truth(condition), requested);
        };
    }

    /** Null for UNKNOWN. */
    Boolean truth(Expression e) {
        return switch (e) {
            case Comparison c ->
                    PlainValues.compare(c.operator(), value(c.left()), value(c.right()));
            case Not(Expression operand) -> not(truth(operand));
            case And(Expression left, Expression right) -> {
                Boolean a = truth(left);
                yield PlainValues.is(a, false) ? a : and(a, truth(right));
            }
            case Or(Expression left, Expression right) -> {
                Boolean a = truth(left);
                yield PlainValues.is(a, true) ? a : or(a, truth(right));
            }
            case Is is -> is(value(is.operand()), is.property()) != is.negated();
            case Between b -> negated(b.negated(), between(b));
            case In in -> negated(in.negated(), in(in));
            case Like like -> negated(like.negated(), like(like));
            case Expression.Exists(var list) -> !run.lists.items(list).isEmpty();
            case Singular(var list) -> run.lists.items(list).size() == 1;
            case LastMove(var reference) -> run.reference(reference).lastMove();
            case ListComparison c ->
                    negated(
                            c.negated(),
                            run.lists.equal(run.lists.items(c.left()), run.lists.items(c.right())));
            case Quantified q -> run.lists.quantified(q);
            default -> PlainValues.truth(value(e));
        };
    }

    private static Boolean negated(boolean negated, Boolean truth) {
        return negated ? not(truth) : truth;
    }

    private static boolean is(Value v, Is.Property property) {
        return switch (property) {
            case NULL -> v == null;
            case TRUE -> PlainValues.is(PlainValues.truth(v), true);
            case FALSE -> PlainValues.is(PlainValues.truth(v), false);
            case UNKNOWN -> PlainValues.truth(v) == null;
            case NUMBER -> PlainValues.isNumber(v);
            case NAN -> v instanceof FloatValue(double d) && Double.isNaN(d);
            case INFINITE -> v instanceof FloatValue(double d) && Double.isInfinite(d);
            case PLUS_INFINITE ->
                    v instanceof FloatValue(double d) && d == Double.POSITIVE_INFINITY;
            case MINUS_INFINITE ->
                    v instanceof FloatValue(double d) && d == Double.NEGATIVE_INFINITY;
        };
    }

    private Boolean between(Between b) {
        Value v = value(b.operand());
        Value low = value(b.low());
        Value high = value(b.high());
        Boolean straight = within(v, low, high);
        return b.symmetric() ? or(straight, within(v, high, low)) : straight;
    }

    private static Boolean within(Value v, Value low, Value high) {
        Boolean above = PlainValues.compare(Operator.GREATER_OR_EQUAL, v, low);
        return and(above, PlainValues.compare(Operator.LESS_OR_EQUAL, v, high));
    }

    private Boolean in(In in) {
        Value v = value(in.operand());
        List<Value> candidates = new ArrayList<>();
        for (Operand alternative : in.alternatives()) {
            if (alternative instanceof ListOperand list) {
                run.lists.items(list).forEach(f -> candidates.add(f.fieldValue()));
            } else {
                candidates.add(valueOf(alternative));
            }
        }
        if (v == null) {
            return null;
        }
        Boolean found = false;
        for (Value candidate : candidates) {
            found = or(found, PlainValues.equal(v, candidate));
            if (PlainValues.is(found, true)) {
                break;
            }
        }
        return found;
    }

    private Boolean like(Like like) {
        Value v = value(like.operand());
        Value pattern = value(like.pattern());
        Value escape = like.escape() == null ? Value.of("\\") : value(like.escape());
        return PlainValues.like(v, pattern, escape);
    }

    // Trees

    /** Null where there is none. */
    PlainField field(Operand operand) {
        return switch (operand) {
            case Operand.Field(FieldPath path) -> run.paths.find(path);
            case Operand.Row(var columns) -> run.lists.row(columns);
            case The(var list) -> first(run.lists.items(list));
            case TreeCall(var call) -> (PlainField) run.calls.call(call);
            case TreeValue(var tree) -> field(tree);
            case Expression e -> PlainField.item(value(e));
            case ListOperand list -> first(run.lists.items(list));
        };
    }

    /** What comes from a tree that other threads share is a copy. */
    PlainField fieldToCopy(Operand operand) {
        PlainField field = field(operand);
        return run.isInSharedRow(field) ? PlainPaths.separate(field) : field;
    }

    private static PlainField first(List<PlainField> list) {
        return list.isEmpty() ? null : list.getFirst();
    }
}
