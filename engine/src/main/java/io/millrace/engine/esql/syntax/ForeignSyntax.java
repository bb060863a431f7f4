package io.millrace.engine.esql.syntax;

import java.util.Locale;
import java.util.Set;

/** Hints for constructs of SQL, Java, C and XPath that ESQL does not have. */
public final class ForeignSyntax {

    private static final String CONDITIONAL =
            "write CASE WHEN condition THEN a ELSE b END for a value that depends on a condition";

    /** Words that begin a join in SQL. */
    private static final Set<String> JOINS = Set.of("JOIN", "INNER", "LEFT", "RIGHT", "CROSS");

    /** Other clauses of a query in SQL. */
    private static final Set<String> CLAUSES =
            Set.of("HAVING", "LIMIT", "FETCH", "OFFSET", "UNION");

    private ForeignSyntax() {}

    /** Returns advice for an unexpected token; empty if there is none. */
    static String on(Token before, Token found, Token after, String expected) {
        boolean ends = expected.startsWith(";");
        if (found.is("=") && before.is(":")) {
            return "write = without : for an assignment";
        }
        if (found.is("?") || ends && before.is("IF")) {
            return CONDITIONAL;
        }
        if (before.is("THROW") && found.kind() == TokenKind.STRING) {
            return "write THROW USER EXCEPTION MESSAGE 2951 VALUES(" + found.described() + ")";
        }
        if (before.is("DELETE") && expected.startsWith("FIELD")) {
            return found.is("DATABASE")
                    ? "write DELETE FROM and the table"
                    : "write DELETE FIELD and the path";
        }
        if (before.is("DEFAULT") && ends) {
            return "write the initial value after the type, without DEFAULT";
        }
        if (before.is("INTERVAL") && ends) {
            return "write the number in quotes: INTERVAL '" + found.text() + "' DAY";
        }
        if (expected.startsWith("YEAR") && before.kind() == TokenKind.STRING) {
            return "write the unit after the quotes: INTERVAL '1' DAY";
        }
        if (ends && found.is("(") && before.kind() == TokenKind.WORD) {
            return method(before.text());
        }
        if (ends && found.is(".") && before.is(")")) {
            return "write an index in brackets: item[1]";
        }
        if (ends && found.is(",") && before.is(")") && after.is("(")) {
            return "INSERT inserts one row; write an INSERT for each row";
        }
        String values = values(before, found);
        return !values.isEmpty() || !ends ? values : clause(found);
    }

    private static String clause(Token found) {
        if (JOINS.contains(found.key())) {
            return "SELECT has no JOIN; list the tables after FROM and write the condition after"
                    + " WHERE, or use PASSTHRU to send SQL to a database";
        }
        return CLAUSES.contains(found.key())
                ? "SELECT has no " + found.key() + "; use PASSTHRU to send SQL to a database"
                : "";
    }

    private static String values(Token before, Token found) {
        boolean string = found.kind() == TokenKind.STRING;
        return string && (before.is("EVENT") || before.is("TRACE") || before.is("EXCEPTION"))
                ? "write VALUES(" + found.described() + ")"
                : "";
    }

    /** Returns advice for the call of a method of a value. */
    public static String method(String name) {
        String call =
                switch (name.toLowerCase(Locale.ROOT)) {
                    case "trim", "strip" -> "TRIM(x)";
                    case "substring", "substr", "charat" -> "SUBSTRING(x FROM 1 FOR 3)";
                    case "tostring", "text", "string" -> "CAST(x AS CHARACTER)";
                    case "length", "size" -> "LENGTH(x)";
                    case "toupper", "touppercase", "upper" -> "UPPER(x)";
                    case "tolower", "tolowercase", "lower" -> "LOWER(x)";
                    case "replace", "replaceall" -> "REPLACE(x, 'a', 'b')";
                    case "indexof", "contains" -> "POSITION('a' IN x)";
                    case "startswith" -> "STARTSWITH(x, 'a')";
                    case "equals" -> "x = y";
                    case "count", "position", "last" -> "CARDINALITY(x[])";
                    default -> "";
                };
        return call.isEmpty() ? "" : "values have no methods; write " + call;
    }
}
