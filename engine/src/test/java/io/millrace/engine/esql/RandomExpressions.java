package io.millrace.engine.esql;

import static io.millrace.engine.esql.RandomScope.Kind.BLOB;
import static io.millrace.engine.esql.RandomScope.Kind.BOOLEAN;
import static io.millrace.engine.esql.RandomScope.Kind.CHARACTER;
import static io.millrace.engine.esql.RandomScope.Kind.DATE;
import static io.millrace.engine.esql.RandomScope.Kind.DECIMAL;
import static io.millrace.engine.esql.RandomScope.Kind.FLOAT;
import static io.millrace.engine.esql.RandomScope.Kind.INTEGER;
import static io.millrace.engine.esql.RandomScope.Kind.REFERENCE;
import static io.millrace.engine.esql.RandomScope.Kind.ROW;
import static io.millrace.engine.esql.RandomScope.Kind.TIMESTAMP;

import io.millrace.engine.esql.RandomScope.Kind;

import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Writes expressions of a type that is asked for. Most of them have a value; some end in an error.
 */
final class RandomExpressions {

    private final RandomGenerator random;
    private final RandomScope scope;
    private final RandomPaths paths;
    private int correlations;

    /** Whether functions of the module may be called: not in their own bodies. */
    boolean calls;

    RandomExpressions(RandomGenerator random, RandomScope scope) {
        this.random = random;
        this.scope = scope;
        this.paths = new RandomPaths(random, scope, this);
    }

    RandomPaths paths() {
        return paths;
    }

    String pick(String... of) {
        return of[random.nextInt(of.length)];
    }

    @SafeVarargs
    private String one(Supplier<String>... of) {
        return of[random.nextInt(of.length)].get();
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    String of(Kind kind, int depth) {
        String variable = scope.variable(kind);
        if (variable != null && chance(depth <= 0 ? 60 : 25)) {
            return variable;
        }
        return switch (kind) {
            case INTEGER -> integer(depth);
            case DECIMAL -> decimal(depth);
            case FLOAT -> real(depth);
            case CHARACTER -> text(depth);
            case BOOLEAN -> truth(depth);
            case DATE -> date(depth);
            case TIMESTAMP -> timestamp(depth);
            case BLOB -> blob(depth);
            case ROW, REFERENCE -> throw new IllegalArgumentException("no values");
        };
    }

    private String integer(int depth) {
        if (depth <= 0) {
            return pick("0", "1", "2", "3", "-1", "7", "10", "0x1F");
        }
        int d = depth - 1;
        return one(
                () -> integer(0),
                () -> "(" + of(INTEGER, d) + pick(" + ", " - ", " * ") + of(INTEGER, d) + ")",
                () -> "(" + of(INTEGER, d) + " / " + divisor(INTEGER, d) + ")",
                () -> "-" + scalar(INTEGER),
                () -> "CARDINALITY(" + list(d) + ")",
                () -> "CAST(" + any(d) + " AS INTEGER DEFAULT " + of(INTEGER, 0) + ")",
                () -> "LENGTH(" + of(CHARACTER, d) + ")",
                () -> "POSITION('a' IN " + of(CHARACTER, d) + ")",
                () -> choice(INTEGER, d),
                () -> coalesce(INTEGER, d),
                () -> select("COUNT(*)", d),
                () -> correlated(d, (x, from) -> "SELECT COUNT(" + x + ") FROM " + from),
                () -> "ABS(" + of(INTEGER, d) + ")",
                () -> "EXTRACT(" + pick("YEAR", "MONTH", "DAY") + " FROM " + of(DATE, d) + ")",
                () -> "FIELDTYPE(" + paths.source(d) + ")",
                () -> "SQLCODE",
                () -> call("tally", "(" + of(INTEGER, d) + ")", INTEGER),
                () -> "CAST(" + of(DECIMAL, d) + " AS INTEGER)",
                () -> "CAST((" + of(DATE, d) + " - DATE '2024-01-01') DAY AS INTEGER)");
    }

    private String decimal(int depth) {
        if (depth <= 0) {
            return pick("1.5", "0.25", "-3.75", "100.00", "2.0");
        }
        int d = depth - 1;
        return one(
                () -> "(" + of(DECIMAL, d) + pick(" + ", " - ", " * ") + of(number(), d) + ")",
                () -> "(" + of(DECIMAL, d) + " / " + divisor(DECIMAL, d) + ")",
                () -> "CAST(" + any(d) + " AS DECIMAL DEFAULT 4.5)",
                () -> "CAST(" + of(DECIMAL, d) + " AS DECIMAL(8,2) DEFAULT 9.99)",
                () -> "CAST(" + of(INTEGER, d) + " AS DECIMAL)",
                () -> "ROUND(" + of(DECIMAL, d) + ", 1)",
                () -> choice(DECIMAL, d),
                () -> coalesce(DECIMAL, d),
                () -> "-" + scalar(DECIMAL),
                () ->
                        correlated(
                                d,
                                (x, from) ->
                                        "SELECT "
                                                + pick("SUM(", "MAX(", "MIN(")
                                                + "CAST("
                                                + x
                                                + " AS DECIMAL DEFAULT 1.0)) FROM "
                                                + from));
    }

    private String real(int depth) {
        if (depth <= 0) {
            return pick("2.5E0", "1.0E3", "-0.5E0");
        }
        int d = depth - 1;
        return one(
                () -> "(" + of(FLOAT, d) + pick(" + ", " - ", " * ") + of(number(), d) + ")",
                () -> "(" + of(number(), d) + " / " + divisor(FLOAT, d) + ")",
                () -> "CAST(" + of(INTEGER, d) + " AS FLOAT)",
                () ->
                        "CAST("
                                + pick("'NAN'", "'1.25'", "'INF'", "'x'")
                                + " AS FLOAT DEFAULT 3.5E0)",
                () -> coalesce(FLOAT, d));
    }

    private Kind number() {
        return switch (random.nextInt(3)) {
            case 0 -> INTEGER;
            case 1 -> DECIMAL;
            default -> FLOAT;
        };
    }

    private String divisor(Kind kind, int depth) {
        return chance(4)
                ? of(kind, depth)
                : kind == INTEGER && chance(50)
                        ? pick("2", "-3", "7")
                        : "NULLIF(" + of(kind, depth) + ", 0)";
    }

    private String text(int depth) {
        if (depth <= 0) {
            return pick("'a'", "'b'", "'two'", "''", "'12'", "'x y '", "'it''s'");
        }
        int d = depth - 1;
        return one(
                () -> of(CHARACTER, d) + " || " + of(CHARACTER, d),
                () -> pick("UPPER", "LOWER", "TRIM") + "(" + of(CHARACTER, d) + ")",
                () -> "SUBSTRING(" + of(CHARACTER, d) + " FROM 1 FOR 2)",
                () -> "REPLACE(" + of(CHARACTER, d) + ", 'a', 'bc')",
                () -> "CAST(" + any(d) + " AS CHARACTER)",
                () -> "FIELDNAME(" + paths.source(d) + ")",
                () -> "FIELDNAMESPACE(" + paths.source(d) + ")",
                () -> choice(CHARACTER, d),
                () -> coalesce(CHARACTER, d),
                () -> "SQLSTATE",
                () -> call("spell", "(" + of(INTEGER, d) + ")", CHARACTER),
                () -> "NULLIF(" + of(CHARACTER, d) + ", 'a')");
    }

    private String date(int depth) {
        if (depth <= 0) {
            return pick("DATE '2024-02-29'", "DATE '1999-12-31'");
        }
        int d = depth - 1;
        return one(
                () -> "(" + of(DATE, d) + pick(" + ", " - ") + "INTERVAL '3' DAY)",
                () ->
                        "CAST("
                                + pick("'2024-03-01'", "'no'")
                                + " AS DATE DEFAULT DATE '2000-01-01')",
                () -> "CAST(2024, 2, " + pick("1", "28") + " AS DATE)",
                () -> coalesce(DATE, d));
    }

    private String timestamp(int depth) {
        return depth <= 0
                ? pick("TIMESTAMP '2024-02-29 12:00:00'", "TIMESTAMP '1999-12-31 00:00:00'")
                : "(" + of(TIMESTAMP, depth - 1) + " + INTERVAL '2' HOUR)";
    }

    private String blob(int depth) {
        return depth <= 0
                ? pick("X'01'", "X'ff00'", "X''")
                : chance(50)
                        ? of(BLOB, depth - 1) + " || " + of(BLOB, depth - 1)
                        : "CAST('0a' AS BLOB)";
    }

    private String scalar(Kind kind) {
        String variable = scope.variable(kind);
        return variable == null ? "(" + of(kind, 0) + ")" : variable;
    }

    private String choice(Kind kind, int d) {
        if (chance(50)) {
            return "CASE WHEN "
                    + truth(d)
                    + " THEN "
                    + of(kind, d)
                    + " WHEN "
                    + truth(d)
                    + " THEN "
                    + of(kind, d)
                    + pick(" ELSE " + of(kind, d), " ELSE NULL", "")
                    + " END";
        }
        Kind by = chance(50) ? INTEGER : CHARACTER;
        return "CASE "
                + of(by, d)
                + " WHEN "
                + of(by, d)
                + " THEN "
                + of(kind, d)
                + " WHEN "
                + of(by, 0)
                + " THEN "
                + of(kind, 0)
                + " ELSE "
                + of(kind, d)
                + " END";
    }

    private String coalesce(Kind kind, int d) {
        return "COALESCE("
                + pick("NULL", of(kind, d))
                + ", "
                + of(kind, d)
                + ", "
                + of(kind, 0)
                + ")";
    }

    private String call(String name, String arguments, Kind otherwise) {
        return calls ? name + arguments : of(otherwise, 0);
    }

    // Truth

    String truth(int depth) {
        String variable = scope.variable(BOOLEAN);
        if (depth <= 0) {
            return variable != null && chance(50)
                    ? variable
                    : pick("TRUE", "FALSE", of(INTEGER, 0) + " < 3", "UNKNOWN");
        }
        int d = depth - 1;
        return one(
                () -> comparison(d),
                () -> comparison(d),
                () -> "(" + truth(d) + pick(" AND ", " OR ") + truth(d) + ")",
                () -> "(" + truth(d) + pick(" AND ", " OR ") + truth(d) + ")",
                () -> "NOT (" + truth(d) + ")",
                () -> "(" + any(d) + pick(" IS NULL", " IS NOT NULL", " IS NUMBER") + ")",
                () ->
                        "(("
                                + truth(d)
                                + ") IS "
                                + pick("", "NOT ")
                                + pick("TRUE", "FALSE", "UNKNOWN")
                                + ")",
                () -> "(" + of(FLOAT, d) + pick(" IS NAN)", " IS INF)", " IS +INF)", " IS -INF)"),
                () -> "EXISTS(" + list(d) + ")",
                () -> "SINGULAR(" + list(d) + ")",
                () ->
                        "("
                                + of(CHARACTER, d)
                                + pick(" LIKE ", " NOT LIKE ")
                                + pick("'%a%'", "'_'", "'x%'", "'a$%' ESCAPE '$'", "''")
                                + ")",
                () ->
                        "("
                                + of(INTEGER, d)
                                + pick(" BETWEEN ", " NOT BETWEEN ", " BETWEEN SYMMETRIC ")
                                + of(number(), d)
                                + " AND "
                                + of(INTEGER, d)
                                + ")",
                () ->
                        "("
                                + of(INTEGER, d)
                                + pick(" IN (", " NOT IN (")
                                + of(INTEGER, d)
                                + ", "
                                + pick("NULL", of(DECIMAL, d))
                                + "))",
                () -> "(" + text(0) + pick(" IN (", " NOT IN (") + items(d) + "))",
                () -> lastMove(),
                () -> "(LIST{" + any(d) + ", 1}" + pick(" = ", " <> ") + "LIST{" + any(d) + ", 1})",
                () -> "(ROW(1 AS a, " + any(d) + " AS b) = ROW(1 AS a, " + any(d) + " AS b))",
                () -> "SAMEFIELD(" + paths.source(d) + ", " + paths.source(d) + ")",
                () -> quantified(d),
                () -> "(CAST(" + text(0) + " AS BOOLEAN DEFAULT " + pick("TRUE", "UNKNOWN") + "))");
    }

    private String comparison(int d) {
        String operator = pick(" = ", " <> ", " < ", " <= ", " > ", " >= ");
        Kind kind = scalarKind();
        String other =
                switch (kind) {
                    case INTEGER, DECIMAL, FLOAT -> of(number(), d);
                    case DATE -> chance(30) ? of(TIMESTAMP, d) : of(kind, d);
                    default -> of(kind, d);
                };
        if (chance(10)) {
            String variable = paths.source(d);
            return "(CAST(" + variable + " AS CHARACTER)" + operator + of(CHARACTER, d) + ")";
        }
        if (chance(6)) {
            return "('" + pick("5", " 7 ", "2.50", "two") + "'" + operator + of(number(), d) + ")";
        }
        return "(" + of(kind, d) + operator + other + ")";
    }

    Kind scalarKind() {
        return Kind.values()[random.nextInt(ROW.ordinal())];
    }

    private String lastMove() {
        String reference = scope.variable(REFERENCE);
        return reference == null ? "TRUE" : "LASTMOVE(" + reference + ")";
    }

    private String quantified(int d) {
        return correlated(
                d,
                (x, from) ->
                        "FOR "
                                + pick("ALL ", "ANY ")
                                + from
                                + " (CAST("
                                + x
                                + " AS CHARACTER) "
                                + pick("= ", "<> ")
                                + of(CHARACTER, d)
                                + ")");
    }

    /** Of any type: for what takes all. */
    String any(int depth) {
        return chance(50) ? paths.source(depth) : chance(10) ? "NULL" : of(scalarKind(), depth);
    }

    // Lists

    String list(int depth) {
        int d = depth - 1;
        if (depth <= 0 || chance(60)) {
            return paths.list(d);
        }
        return chance(40) ? "LIST{" + items(d) + "}" : "(" + select(d) + ")";
    }

    private String items(int d) {
        return any(d) + ", " + any(d);
    }

    private String select(String what, int d) {
        return correlated(d, (x, from) -> "SELECT " + what + " FROM " + from + where(d));
    }

    /** A SELECT that gives a list. */
    String select(int d) {
        String x = "C" + correlations++;
        String y = "C" + correlations++;
        StringBuilder out = new StringBuilder();
        scope.within(
                () -> {
                    String from = paths.list(d) + " AS " + x;
                    scope.add(x, REFERENCE);
                    if (chance(25)) {
                        from += ", " + pick(x + ".*[]", paths.list(d)) + " AS " + y;
                        scope.add(y, REFERENCE);
                    }
                    out.append("SELECT ").append(columns(x, d)).append(" FROM ").append(from);
                    out.append(where(d));
                });
        return out.toString();
    }

    private String columns(String x, int d) {
        return one(
                () -> "ITEM " + pick(x, any(d), of(INTEGER, d)),
                () -> any(d) + " AS v, " + x + " AS w",
                () -> any(d) + " AS v.x, " + of(INTEGER, d) + " AS v.y",
                () -> x + ".*",
                () -> x + " INSERT, 1 AS n",
                () -> paths.list(d) + " AS l[]");
    }

    private String where(int d) {
        return chance(50) ? "" : " WHERE " + truth(d);
    }

    private String correlated(int d, BinaryOperator<String> content) {
        String from = paths.list(d);
        String x = "C" + correlations++;
        String[] made = {""};
        scope.within(
                () -> {
                    scope.add(x, REFERENCE);
                    made[0] = "(" + content.apply(x, from + " AS " + x) + ")";
                });
        return made[0];
    }

    /** A tree, for what is copied as a whole. */
    String tree(int depth) {
        int d = depth - 1;
        return one(
                () -> paths.source(d),
                () -> "ROW(" + any(d) + " AS a, " + of(scalarKind(), d) + " AS b.c)",
                () -> "THE(" + select(d) + ")",
                () -> "THE(" + list(depth) + ")",
                () -> calls ? "box(" + of(INTEGER, d) + ")" : paths.source(d),
                () -> calls ? "there(" + paths.source(d) + ")" : paths.source(d));
    }
}
