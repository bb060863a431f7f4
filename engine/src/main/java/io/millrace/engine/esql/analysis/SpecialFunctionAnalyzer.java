package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_ARGUMENTS;
import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;
import static io.millrace.engine.error.ErrorCode.ESQL_UNKNOWN_FIELD;

import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.analysis.NameResolver.Meaning;
import io.millrace.engine.esql.analysis.NameResolver.Nothing;
import io.millrace.engine.esql.analysis.Symbol.PointsAtScalar;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Aggregate;
import io.millrace.engine.esql.program.Expression.Cardinality;
import io.millrace.engine.esql.program.Expression.Coalesce;
import io.millrace.engine.esql.program.Expression.Evaluated;
import io.millrace.engine.esql.program.Expression.Exists;
import io.millrace.engine.esql.program.Expression.LastMove;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.Singular;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtCorrelation;
import io.millrace.engine.esql.program.FieldPath.Name;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.ListOperand.Passthru;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.The;
import io.millrace.engine.esql.program.PassthruCall;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Call.Argument;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A checker of constructs that look like functions but have operands that functions do not support.
 */
final class SpecialFunctionAnalyzer {

    /** Strings, quoted names and comments of SQL. */
    private static final Pattern SQL_QUOTED =
            Pattern.compile("'[^']*'|\"[^\"]*\"|--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);

    /** A named or numbered parameter, such as {@code :id}, {@code @id} or {@code $1}. */
    private static final Pattern SQL_NAMED =
            Pattern.compile("(?<=[\\s(,=<>])(:[A-Za-z]\\w*|@[A-Za-z]\\w*|\\$\\d+|#?[{]\\w+[}])");

    private static final Pattern SQL_ROWS =
            Pattern.compile("\\s*(SELECT|INSERT|UPDATE|DELETE)\\b", Pattern.CASE_INSENSITIVE);

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;

    SpecialFunctionAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    /** Returns the construct; null if no construct has this name. */
    @Nullable Operand construct(Call call) {
        return switch (call.name().folded()) {
            case "CARDINALITY" -> one(call) ? cardinality(call) : Literal.NULL;
            case "EXISTS" -> one(call) ? new Exists(list(call)) : Literal.NULL;
            case "SINGULAR" -> one(call) ? new Singular(list(call)) : Literal.NULL;
            case "THE" -> one(call) ? the(call) : Literal.NULL;
            case "COALESCE" -> coalesce(call);
            case "LASTMOVE" -> one(call) ? lastMove(call) : Literal.NULL;
            case "PASSTHRU" -> {
                PassthruCall passthru = passthru(call);
                yield passthru == null ? Literal.NULL : new Passthru(passthru);
            }
            case "EVAL" -> one(call) ? eval(call) : Literal.NULL;
            case "COUNT", "MAX", "MIN", "SUM" -> {
                String text =
                        call.name() + " is not allowed here: it must be the only item of a SELECT";
                context.error(
                        ESQL_NOT_ALLOWED_HERE,
                        call.span(),
                        text,
                        call.name()
                                + " is written SELECT "
                                + call.name()
                                + "(x) FROM list[] AS x"
                                + (call.name().folded().equals("COUNT")
                                        ? ", or CARDINALITY(list[])"
                                        : ""));
                yield Literal.NULL;
            }
            default -> null;
        };
    }

    /** Returns the first item of a list. An aggregate function already is a single item. */
    private Operand the(Call call) {
        ExpressionTree argument = call.arguments().getFirst().value();
        int faults = context.faults();
        Operand operand = expressions.operand(argument);
        return operand instanceof Aggregate
                ? operand
                : new The(expressions.list(operand, argument.span(), faults));
    }

    private Operand eval(Call call) {
        Expression text = expressions.value(call.arguments().getFirst().value());
        return new Evaluated(context.unit.evaluations().at(context, text, false));
    }

    private boolean one(Call call) {
        if (call.arguments().size() == 1) {
            return true;
        }
        context.error(
                ESQL_ARGUMENTS,
                call.span(),
                "found " + call.arguments().size() + " arguments, but " + call.name() + " takes 1");
        return false;
    }

    private Operand cardinality(Call call) {
        ListOperand list = list(call);
        if (list instanceof ListOperand.Fields(FieldPath path)
                && path.start() instanceof AtCorrelation(Correlation tree)
                && tree == Correlation.INPUT_ROOT
                && path.steps().size() > 1
                && path.steps().getFirst().name() instanceof Name.Fixed(String domain)
                && domain.equals("JSON")
                && path.steps().getLast().name() instanceof Name.Fixed(String name)
                && !name.equals("Item")) {
            context.warning(
                    ESQL_UNKNOWN_FIELD,
                    context.place(call.span()),
                    "CARDINALITY is at most 1, because a JSON object has at most one member named %s"
                            .formatted(name),
                    "the items of a JSON array are named Item: write %s.Item[]".formatted(name));
        }
        return new Cardinality(list);
    }

    private ListOperand list(Call call) {
        return expressions.list(call.arguments().getFirst().value());
    }

    private Operand coalesce(Call call) {
        if (call.arguments().isEmpty()) {
            context.error(
                    ESQL_ARGUMENTS,
                    call.span(),
                    "found no arguments, but COALESCE takes 1 or more");
            return Literal.NULL;
        }
        return new Coalesce(
                expressions.values(call.arguments().stream().map(Argument::value).toList()));
    }

    private Operand lastMove(Call call) {
        if (pointsAtScalar(call.arguments().getFirst().value())) {
            return new Literal(Value.of(true));
        }
        Variable reference =
                reference(call.arguments().getFirst().value(), "a REFERENCE variable for LASTMOVE");
        return reference == null ? Literal.NULL : new LastMove(reference);
    }

    private boolean pointsAtScalar(@Nullable ExpressionTree tree) {
        return tree instanceof Field field
                && field.isPlainName()
                && context.find(field.root().text()) instanceof PointsAtScalar;
    }

    /** Returns a REFERENCE variable. Reports an error for any other expression and returns null. */
    @Nullable Variable reference(ExpressionTree tree, String what) {
        if (tree instanceof Field field) {
            Meaning meaning = expressions.paths().meaning(field);
            if (meaning instanceof Nothing) {
                context.markBroken();
                return null;
            }
            if (meaning instanceof NameResolver.Tree t
                    && t.variable() != null
                    && t.variable().kind() == Kind.REFERENCE
                    && field.isPlainName()) {
                return t.variable();
            }
        }
        String text = "found " + context.text(tree.span()) + ", expected " + what;
        context.error(
                ESQL_TYPE,
                tree.span(),
                text,
                pointsAtScalar(tree)
                        ? """
                        it points to a scalar variable and cannot be moved; declare \
                        another REFERENCE\
                        """
                        : "");
        return null;
    }

    /** Returns the PASSTHRU call; null if an error was reported. */
    @Nullable PassthruCall passthru(Call call) {
        Expression sql = null;
        Expression source = null;
        List<Operand> values = new ArrayList<>();
        for (Argument argument : call.arguments()) {
            if (argument.keyword().equals("TO")) {
                source = dataSource(argument.value());
            } else if (sql == null) {
                sql = expressions.value(argument.value());
            } else {
                values.add(expressions.operand(argument.value()));
            }
        }
        if (sql == null) {
            context.error(ESQL_ARGUMENTS, call.span(), "PASSTHRU requires an SQL string");
            return null;
        }
        markers(call, sql, values);
        return new PassthruCall(sql, source, values);
    }

    /**
     * Warns if the number of parameter markers in a literal SQL string differs from the number of
     * values.
     */
    private void markers(Call call, Expression sql, List<Operand> values) {
        boolean single =
                values.stream()
                        .allMatch(v -> v instanceof Expression || v instanceof Operand.Field);
        if (!single || !(sql instanceof Literal(CharacterValue(String text)))) {
            return;
        }
        String unquoted = SQL_QUOTED.matcher(text).replaceAll("");
        long markers = unquoted.chars().filter(c -> c == '?').count();
        Matcher named = SQL_NAMED.matcher(unquoted);
        if (markers == 0
                && SQL_ROWS.matcher(unquoted).lookingAt()
                && named.find()
                && (!values.isEmpty() || named.group().startsWith(":"))) {
            context.warning(
                    ESQL_ARGUMENTS,
                    call.span(),
                    "found the named parameter %s in the SQL, expected ?".formatted(named.group()),
                    "write ? for each value: " + SQL_NAMED.matcher(text.strip()).replaceAll("?"));
        } else if (markers != values.size()) {
            context.warning(
                    ESQL_ARGUMENTS,
                    call.span(),
                    "found "
                            + count(markers, "parameter marker ?", "parameter markers ?")
                            + " and "
                            + count(values.size(), "value", "values"),
                    "pass one value for each ?");
        }
    }

    private static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** Returns the data source of {@code Database.source}; null for the data source of the node. */
    @Nullable Expression dataSource(ExpressionTree tree) {
        if (!(tree instanceof Field field
                && field.root().folded().equals("DATABASE")
                && field.steps().size() <= 1)) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "found "
                            + context.text(tree.span())
                            + ", expected a database such as Database.DSN");
            return null;
        }
        return field.steps().isEmpty()
                ? null
                : SelectAnalyzer.text(
                        expressions.paths().name(field.steps().getFirst().name(), Name.NONE));
    }
}
