package io.millrace.engine.esql.syntax;

import java.util.Locale;
import java.util.Map;

/** Advice for words of SQL and of programming languages that ESQL does not have. */
public final class ForeignWords {

    private static final String EXCEPTION = "use THROW USER EXCEPTION to throw an exception";
    private static final String CATCHING =
            "use DECLARE EXIT HANDLER FOR SQLSTATE LIKE '%' to catch exceptions";
    private static final String LOGGING = "use LOG USER TRACE VALUES(...) to write to the log";
    private static final String DECLARATION = "use DECLARE name type to declare a variable";
    private static final String ROUTINE = "use CREATE FUNCTION or CREATE PROCEDURE in a module";
    private static final String CALL = "use CALL to call a procedure";
    private static final String SQL = "use PASSTHRU('...') to send SQL to a database";
    private static final String ROWS =
            "SELECT is an expression: SET x = THE(SELECT ITEM T.NAME FROM Database.TABLE AS T"
                    + " WHERE ...)";
    private static final String CURSOR =
            "ESQL has no cursors; SELECT all rows into a list and use FOR row AS list[] DO";
    private static final String JOIN =
            "SELECT has no JOIN; write FROM a AS A, b AS B WHERE ..., or use PASSTHRU to send SQL"
                    + " to a database";

    /** Advice for a conditional expression of another language. */
    static final String CONDITIONAL = "write CASE WHEN condition THEN a ELSE b END";

    /** Advice for words at the start of a statement. */
    private static final Map<String, String> STATEMENTS =
            Map.ofEntries(
                    Map.entry("RAISE", EXCEPTION),
                    Map.entry("SIGNAL", EXCEPTION),
                    Map.entry("TRY", CATCHING),
                    Map.entry("CATCH", CATCHING),
                    Map.entry("FINALLY", CATCHING),
                    Map.entry("EXCEPTION", CATCHING),
                    Map.entry("BREAK", "use LEAVE with the label of the loop"),
                    Map.entry(
                            "EXIT",
                            "use LEAVE with a label to leave a loop, RETURN to leave a routine"),
                    Map.entry("CONTINUE", "use ITERATE with the label of the loop"),
                    Map.entry("GOTO", "use LEAVE or ITERATE with the label of a block or loop"),
                    Map.entry("PRINT", LOGGING),
                    Map.entry("TRACE", LOGGING),
                    Map.entry("ECHO", LOGGING),
                    Map.entry("LET", "use SET for an assignment"),
                    Map.entry("VAR", DECLARATION),
                    Map.entry("DIM", DECLARATION),
                    Map.entry("CONST", "use DECLARE name CONSTANT type value"),
                    Map.entry("FINAL", "use DECLARE name CONSTANT type value"),
                    Map.entry("STRING", DECLARATION),
                    Map.entry("INT", DECLARATION),
                    Map.entry("INTEGER", DECLARATION),
                    Map.entry("LONG", DECLARATION),
                    Map.entry("DOUBLE", DECLARATION),
                    Map.entry("FLOAT", DECLARATION),
                    Map.entry("DECIMAL", DECLARATION),
                    Map.entry("BOOLEAN", DECLARATION),
                    Map.entry("CHAR", DECLARATION),
                    Map.entry("CHARACTER", DECLARATION),
                    Map.entry("BLOB", DECLARATION),
                    Map.entry("DATE", DECLARATION),
                    Map.entry("TIMESTAMP", DECLARATION),
                    Map.entry("REFERENCE", "use DECLARE name REFERENCE TO path"),
                    Map.entry("FUNCTION", ROUTINE),
                    Map.entry("PROCEDURE", ROUTINE),
                    Map.entry("DEF", ROUTINE),
                    Map.entry("FOREACH", "use FOR x AS path[] DO"),
                    Map.entry("SWITCH", "did you mean CASE?"),
                    Map.entry("DEFAULT", "did you mean ELSE?"),
                    Map.entry("EXECUTE", CALL),
                    Map.entry("EXEC", CALL),
                    Map.entry("SELECT", ROWS),
                    Map.entry("OPEN", CURSOR),
                    Map.entry("FETCH", CURSOR),
                    Map.entry("CLOSE", CURSOR),
                    Map.entry("MERGE", SQL),
                    Map.entry("TRUNCATE", SQL),
                    Map.entry("DROP", SQL),
                    Map.entry("ALTER", SQL),
                    Map.entry("GRANT", SQL),
                    Map.entry("INCLUDE", "write PATH schema; at the start of the file"),
                    Map.entry("IMPORT", "write PATH schema; at the start of the file"),
                    Map.entry("NULL", "omit a statement that does nothing"),
                    Map.entry("NEW", "use CREATE FIELD to create a field"));

    /** Advice for words within a statement. */
    private static final Map<String, String> CLAUSES =
            Map.ofEntries(
                    Map.entry("ORDER", select("ORDER BY")),
                    Map.entry("GROUP", select("GROUP BY")),
                    Map.entry("HAVING", select("HAVING")),
                    Map.entry("LIMIT", select("LIMIT")),
                    Map.entry("OFFSET", select("OFFSET")),
                    Map.entry("FETCH", select("FETCH FIRST")),
                    Map.entry("UNION", select("UNION")),
                    Map.entry("INTERSECT", select("INTERSECT")),
                    Map.entry("EXCEPT", select("EXCEPT")),
                    Map.entry("DISTINCT", select("DISTINCT")),
                    Map.entry("JOIN", JOIN),
                    Map.entry("INNER", JOIN),
                    Map.entry("LEFT", JOIN),
                    Map.entry("RIGHT", JOIN),
                    Map.entry("FULL", JOIN),
                    Map.entry("OUTER", JOIN),
                    Map.entry("CROSS", JOIN),
                    Map.entry("MOD", "use MOD(a, b) for the remainder of a division"),
                    Map.entry("DIV", "use a / b; the quotient of two INTEGERs is an INTEGER"),
                    Map.entry("XOR", "write (a AND NOT b) OR (b AND NOT a)"),
                    Map.entry("REGEXP", "use LIKE with the wildcards % and _"),
                    Map.entry("RLIKE", "use LIKE with the wildcards % and _"),
                    Map.entry("ILIKE", "write UPPER(a) LIKE UPPER(b)"),
                    Map.entry("CONTAINS", "use the function CONTAINS(text, part)"),
                    Map.entry("STARTSWITH", "use the function STARTSWITH(text, part)"),
                    Map.entry("ENDSWITH", "use the function ENDSWITH(text, part)"),
                    Map.entry("EQUALS", "write a = b"),
                    Map.entry("EQ", "write a = b"),
                    Map.entry("NE", "write a <> b"),
                    Map.entry("LT", "write a < b"),
                    Map.entry("GT", "write a > b"),
                    Map.entry("INSTANCEOF", "ESQL has no operator instanceof"));

    private static final String CHARACTERS = "did you mean CHARACTER?";
    private static final String INTEGERS = "did you mean INTEGER?";
    private static final String FLOATS = "did you mean FLOAT?";
    private static final String DECIMALS = "did you mean DECIMAL?";
    private static final String TIMESTAMPS = "did you mean TIMESTAMP?";
    private static final String BLOBS = "did you mean BLOB?";
    private static final String TREES = "did you mean ROW?";

    /** Advice for names of types. */
    private static final Map<String, String> TYPES =
            Map.ofEntries(
                    Map.entry("STRING", CHARACTERS),
                    Map.entry("VARCHAR", CHARACTERS),
                    Map.entry("VARCHAR2", CHARACTERS),
                    Map.entry("NVARCHAR", CHARACTERS),
                    Map.entry("NCHAR", CHARACTERS),
                    Map.entry("TEXT", CHARACTERS),
                    Map.entry("CLOB", CHARACTERS),
                    Map.entry("LONG", INTEGERS),
                    Map.entry("SHORT", INTEGERS),
                    Map.entry("BIGINT", INTEGERS),
                    Map.entry("SMALLINT", INTEGERS),
                    Map.entry("TINYINT", INTEGERS),
                    Map.entry("BYTE", INTEGERS),
                    Map.entry("DOUBLE", FLOATS),
                    Map.entry("REAL", FLOATS),
                    Map.entry("NUMBER", DECIMALS),
                    Map.entry("NUMERIC", DECIMALS),
                    Map.entry("MONEY", DECIMALS),
                    Map.entry("DATETIME", TIMESTAMPS),
                    Map.entry("BINARY", BLOBS),
                    Map.entry("VARBINARY", BLOBS),
                    Map.entry("BYTES", BLOBS),
                    Map.entry("OBJECT", TREES),
                    Map.entry("MAP", TREES),
                    Map.entry("ARRAY", TREES),
                    Map.entry("REF", "did you mean REFERENCE?"),
                    Map.entry("CURSOR", CURSOR),
                    Map.entry("AS", "write the type after the name, without AS"),
                    Map.entry("=", "write the type after the name: DECLARE x INTEGER 5"));

    private ForeignWords() {}

    /** Returns advice for a name of a type; empty if there is none. */
    static String type(String key) {
        return TYPES.getOrDefault(key, "");
    }

    private static String select(String clause) {
        return "SELECT has no " + clause + "; use PASSTHRU to send SQL to a database";
    }

    /** Returns advice for the call of a method of a value; empty if no such method is known. */
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

    /** Returns advice for the call of a method of a value. */
    public static String anyMethod(String name) {
        String known = method(name);
        return known.isEmpty()
                ? "values have no methods; pass the field to a function, such as TRIM(path)"
                : known;
    }

    /** Returns advice for a word at the start of a statement; empty if there is none. */
    static String statement(String key) {
        return STATEMENTS.getOrDefault(key, "");
    }

    /** Returns advice for a word where a statement should end or go on; empty if there is none. */
    static String clause(String key) {
        return CLAUSES.getOrDefault(key, "");
    }
}
