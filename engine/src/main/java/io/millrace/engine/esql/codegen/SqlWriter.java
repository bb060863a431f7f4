package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.And;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.Between;
import io.millrace.engine.esql.program.Expression.BuiltIn;
import io.millrace.engine.esql.program.Expression.Case;
import io.millrace.engine.esql.program.Expression.Coalesce;
import io.millrace.engine.esql.program.Expression.Comparison;
import io.millrace.engine.esql.program.Expression.In;
import io.millrace.engine.esql.program.Expression.Is;
import io.millrace.engine.esql.program.Expression.Like;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.Negation;
import io.millrace.engine.esql.program.Expression.Not;
import io.millrace.engine.esql.program.Expression.Or;
import io.millrace.engine.esql.program.Expression.TreeValue;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.Index;
import io.millrace.engine.esql.program.FieldPath.Name;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Field;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Table;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.runtime.SqlIdentifiers;
import io.millrace.engine.message.Value.CharacterValue;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A writer of SQL for a database. Expressions with columns of one table become SQL. All other
 * expressions become values that are passed as parameter markers.
 */
final class SqlWriter {

    /** SQL names of the functions that databases provide with the same meaning, by ESQL name. */
    private static final Map<String, String> FUNCTIONS =
            """
            UPPER UPPER
            UCASE UPPER
            LOWER LOWER
            LCASE LOWER
            ABS ABS
            ABSVAL ABS
            LENGTH LENGTH
            MOD MOD
            CEIL CEILING
            CEILING CEILING
            FLOOR FLOOR
            SIGN SIGN
            SQRT SQRT
            EXP EXP
            LTRIM LTRIM
            RTRIM RTRIM
            REPLACE REPLACE
            """
                    .lines()
                    .map(line -> line.split(" "))
                    .collect(Collectors.toUnmodifiableMap(pair -> pair[0], pair -> pair[1]));

    private final @Nullable Local row;
    private final Set<Variable> unknown;

    /** Strings, and expressions for names that are computed at run time. */
    private final List<Object> pieces = new ArrayList<>();

    private final List<Expression> markers = new ArrayList<>();

    /**
     * Creates an empty writer.
     *
     * @param row correlation name of the table; null if the SQL cannot name columns
     * @param unknown correlation names that have no row yet when the statement runs
     */
    SqlWriter(@Nullable Local row, Set<Variable> unknown) {
        this.row = row;
        this.unknown = unknown;
    }

    List<Object> pieces() {
        return pieces;
    }

    /** Returns the expressions of the parameter markers, in order. */
    List<Expression> markers() {
        return markers;
    }

    SqlWriter add(String text) {
        if (!pieces.isEmpty() && pieces.getLast() instanceof String before) {
            pieces.set(pieces.size() - 1, before + text);
        } else {
            pieces.add(text);
        }
        return this;
    }

    SqlWriter table(Table table) {
        if (table.schema() != null) {
            name(table.schema()).add(".");
        }
        return name(table.name());
    }

    /** Appends the name of a table or column. */
    SqlWriter name(Expression name) {
        if (name instanceof Literal(CharacterValue(String text))) {
            return add(SqlIdentifiers.of(text));
        }
        pieces.add(name);
        return this;
    }

    SqlWriter names(List<Expression> names) {
        for (int i = 0; i < names.size(); i++) {
            add(i == 0 ? "" : ", ").name(names.get(i));
        }
        return this;
    }

    /** Appends an expression if SQL supports it; otherwise appends nothing and returns false. */
    boolean tryExpression(Expression e) {
        SqlWriter attempt = new SqlWriter(row, unknown);
        if (!attempt.expression(e)) {
            return false;
        }
        attempt.pieces.forEach(
                p -> {
                    if (p instanceof String text) {
                        add(text);
                    } else {
                        pieces.add(p);
                    }
                });
        markers.addAll(attempt.markers);
        return true;
    }

    /** Appends an expression that the database must evaluate. */
    void expressionOf(String statement, Origin origin, Expression e) {
        if (!tryExpression(e)) {
            throw new UnsupportedConstruct(
                    origin.place(),
                    "this "
                            + statement
                            + " uses columns in an expression that cannot be sent to the database;"
                            + " in expressions with columns, use only comparisons, AND, OR, NOT,"
                            + " + - * / ||, LIKE, IN, BETWEEN, IS NULL, CASE, COALESCE and these"
                            + " functions: "
                            + String.join(", ", new TreeSet<>(FUNCTIONS.keySet())));
        }
    }

    private boolean expression(Expression e) {
        if (!mentions(e, row)) {
            boolean known = unknown.stream().noneMatch(v -> mentions(e, v));
            markers.add(e);
            add("?");
            return known;
        }
        return switch (e) {
            case TreeValue(Field(FieldPath path)) -> column(path);
            case Comparison c -> infix(c.left(), " " + c.operator().sign() + " ", c.right());
            case Arithmetic a -> infix(a.left(), " " + a.operator().sign() + " ", a.right());
            case And(Expression left, Expression right) -> infix(left, " AND ", right);
            case Or(Expression left, Expression right) -> infix(left, " OR ", right);
            case Not(Expression operand) -> enclosed("(NOT ", operand, ")");
            case Negation(Expression operand) -> enclosed("(-", operand, ")");
            case Is is when is.property() == Is.Property.NULL ->
                    enclosed("(", is.operand(), is.negated() ? " IS NOT NULL)" : " IS NULL)");
            case Between b when !b.symmetric() ->
                    enclosed("(", b.operand(), b.negated() ? " NOT BETWEEN " : " BETWEEN ")
                            && enclosed("", b.low(), " AND ")
                            && enclosed("", b.high(), ")");
            case Like like -> like(like);
            case In in -> in(in);
            case Coalesce(var operands) -> function("COALESCE", operands);
            case Case c -> choice(c);
            case BuiltIn f when FUNCTIONS.containsKey(f.name()) ->
                    function(FUNCTIONS.get(f.name()), f.arguments());
            default -> false;
        };
    }

    private static boolean mentions(Object node, @Nullable Variable variable) {
        boolean[] found = {false};
        ProgramWalk.walk(node, n -> found[0] |= n == variable || n.equals(variable));
        return found[0];
    }

    private boolean column(FieldPath path) {
        boolean plain =
                path.steps().size() == 1
                        && path.steps().getFirst().name() instanceof Name.Fixed
                        && path.steps().getFirst().index() instanceof Index.First;
        if (plain) {
            add(SqlIdentifiers.of(((Name.Fixed) path.steps().getFirst().name()).text()));
        }
        return plain;
    }

    private boolean infix(Expression left, String operator, Expression right) {
        return enclosed("(", left, operator) && enclosed("", right, ")");
    }

    private boolean enclosed(String before, Expression e, String after) {
        add(before);
        boolean done = expression(e);
        add(after);
        return done;
    }

    private boolean like(Like like) {
        String operator = like.negated() ? " NOT LIKE " : " LIKE ";
        boolean plain = enclosed("(", like.operand(), operator) && expression(like.pattern());
        if (like.escape() == null) {
            add(")");
            return plain;
        }
        return plain && enclosed(" ESCAPE ", like.escape(), ")");
    }

    private boolean in(In in) {
        if (!enclosed("(", in.operand(), in.negated() ? " NOT IN (" : " IN (")) {
            return false;
        }
        boolean done = list(in.alternatives());
        add("))");
        return done;
    }

    private boolean choice(Case choice) {
        add("(CASE");
        boolean done = choice.operand() == null || enclosed(" ", choice.operand(), "");
        for (Case.When when : choice.whens()) {
            done = done && enclosed(" WHEN ", when.test(), " THEN ") && expression(when.result());
        }
        if (choice.otherwise() != null) {
            done = done && enclosed(" ELSE ", choice.otherwise(), "");
        }
        add(" END)");
        return done;
    }

    private boolean function(String name, List<? extends Operand> arguments) {
        add(name + "(");
        boolean done = list(arguments);
        add(")");
        return done;
    }

    private boolean list(List<? extends Operand> operands) {
        for (int i = 0; i < operands.size(); i++) {
            add(i == 0 ? "" : ", ");
            boolean done =
                    switch (operands.get(i)) {
                        case Expression e -> expression(e);
                        case Field field -> expression(new TreeValue(field));
                        default -> false;
                    };
            if (!done) {
                return false;
            }
        }
        return true;
    }
}
