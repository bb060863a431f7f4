package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.And;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.Between;
import io.millrace.engine.esql.program.Expression.BuiltIn;
import io.millrace.engine.esql.program.Expression.Case;
import io.millrace.engine.esql.program.Expression.Cast;
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
import java.util.Set;

/**
 * A writer of SQL for a database. Expressions with columns of one table become SQL. All other
 * expressions become parameter markers, with the values passed separately.
 */
final class SqlWriter {

    /** Fields of dates and times that SQL extracts with the same result as ESQL. */
    private static final Set<String> EXTRACTED =
            Set.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND");

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

    /** Returns the expressions for the values of the parameter markers, in order. */
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
                            + " in expressions with columns, use only comparisons, AND, OR, NOT, +"
                            + " - * / ||, LIKE, IN, BETWEEN, IS NULL, CASE, CAST, COALESCE, EXTRACT"
                            + " and these functions: "
                            + String.join(", ", SqlFunctions.names()));
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
            case Coalesce(var operands) -> {
                add("COALESCE(");
                boolean done = list(operands);
                add(")");
                yield done;
            }
            case Case c -> choice(c);
            case Cast cast -> cast(cast);
            case BuiltIn f when f.name().equals("EXTRACT") -> extract(f);
            case BuiltIn f -> function(f);
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
                path.steps().size() == 1 && path.steps().getFirst().index() instanceof Index.First;
        String name = plain ? ClassGeneration.fixed(path.steps().getFirst().name()) : null;
        if (name != null) {
            add(SqlIdentifiers.of(name));
        }
        return name != null;
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

    private boolean cast(Cast cast) {
        String type = SqlFunctions.type(cast.target());
        boolean plain =
                cast.operands().size() == 1
                        && cast.ccsid() == null
                        && cast.encoding() == null
                        && cast.format() == null
                        && cast.otherwise() == null;
        return plain
                && type != null
                && enclosed("CAST(", cast.operands().getFirst(), " AS " + type + ")");
    }

    private boolean extract(BuiltIn extract) {
        return extract.arguments().getFirst() instanceof Literal(CharacterValue(String field))
                && EXTRACTED.contains(field)
                && extract.arguments().get(1) instanceof Expression value
                && enclosed("EXTRACT(" + field + " FROM ", value, ")");
    }

    private boolean function(BuiltIn function) {
        List<String> template = SqlFunctions.template(function.name(), function.arguments().size());
        boolean done = !template.isEmpty();
        for (String piece : template) {
            if (piece.startsWith("#")) {
                int argument = Integer.parseInt(piece.substring(1)) - 1;
                done = done && list(List.of(function.arguments().get(argument)));
            } else {
                add(piece);
            }
        }
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
