package io.millrace.engine.esql.codegen;

import java.util.Locale;
import java.util.Set;

/**
 * The words that SQL reserves in all relevant dialects (ISO/IEC 9075-2, "reserved word"); as names
 * they must be quoted. The words that denote values matter most: a column named {@code user} would
 * silently become the current database user.
 */
final class SqlReservedWords {

    private static final Set<String> VALUES =
            Set.of(
                    "CURRENT_CATALOG",
                    "CURRENT_DATE",
                    "CURRENT_PATH",
                    "CURRENT_ROLE",
                    "CURRENT_SCHEMA",
                    "CURRENT_TIME",
                    "CURRENT_TIMESTAMP",
                    "CURRENT_USER",
                    "DEFAULT",
                    "FALSE",
                    "LOCALTIME",
                    "LOCALTIMESTAMP",
                    "NULL",
                    "SESSION_USER",
                    "SYSTEM_USER",
                    "TRUE",
                    "UNKNOWN",
                    "USER");

    private static final Set<String> SYNTAX =
            Set.of(
                    "ALL",
                    "AND",
                    "ANY",
                    "AS",
                    "BETWEEN",
                    "BY",
                    "CASE",
                    "CAST",
                    "CHECK",
                    "COLUMN",
                    "CONSTRAINT",
                    "CREATE",
                    "CROSS",
                    "DELETE",
                    "DISTINCT",
                    "DROP",
                    "ELSE",
                    "END",
                    "EXCEPT",
                    "EXISTS",
                    "FOR",
                    "FOREIGN",
                    "FROM",
                    "FULL",
                    "GRANT",
                    "GROUP",
                    "HAVING",
                    "IN",
                    "INNER",
                    "INSERT",
                    "INTERSECT",
                    "INTO",
                    "IS",
                    "JOIN",
                    "LEFT",
                    "LIKE",
                    "NATURAL",
                    "NOT",
                    "ON",
                    "OR",
                    "ORDER",
                    "OUTER",
                    "PRIMARY",
                    "REFERENCES",
                    "RIGHT",
                    "SELECT",
                    "SET",
                    "SOME",
                    "TABLE",
                    "THEN",
                    "TO",
                    "UNION",
                    "UNIQUE",
                    "UPDATE",
                    "USING",
                    "VALUES",
                    "WHEN",
                    "WHERE",
                    "WITH");

    private SqlReservedWords() {}

    /** Whether a name is a reserved word of SQL, ignoring case. */
    static boolean areTaken(String name) {
        String word = name.toUpperCase(Locale.ROOT);
        return VALUES.contains(word) || SYNTAX.contains(word);
    }
}
