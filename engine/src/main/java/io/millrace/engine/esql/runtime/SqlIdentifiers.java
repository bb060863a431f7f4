package io.millrace.engine.esql.runtime;

import java.util.Locale;
import java.util.Set;

/**
 * The names of tables and columns in SQL. Words that SQL reserves in all relevant dialects (ISO/IEC
 * 9075-2, "reserved word") must be quoted if they are names. This is most important for words that
 * represent values: a column named {@code user} would silently become the current database user.
 */
public final class SqlIdentifiers {

    private static final Set<String> RESERVED =
            Set.of(
                    """
                    CURRENT_CATALOG CURRENT_DATE CURRENT_PATH CURRENT_ROLE CURRENT_SCHEMA
                    CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEFAULT FALSE LOCALTIME
                    LOCALTIMESTAMP NULL SESSION_USER SYSTEM_USER TRUE UNKNOWN USER ALL AND
                    ANY AS BETWEEN BY CASE CAST CHECK COLUMN CONSTRAINT CREATE CROSS
                    DELETE DISTINCT DROP ELSE END EXCEPT EXISTS FOR FOREIGN FROM FULL
                    GRANT GROUP HAVING IN INNER INSERT INTERSECT INTO IS JOIN LEFT LIKE
                    NATURAL NOT ON OR ORDER OUTER PRIMARY REFERENCES RIGHT SELECT SET SOME
                    TABLE THEN TO UNION UNIQUE UPDATE USING VALUES WHEN WHERE WITH
                    """
                            .split("\\s+"));

    private SqlIdentifiers() {}

    /**
     * Returns a name as an SQL identifier. The name is quoted if SQL requires this, or if SQL would
     * interpret the unquoted name differently.
     */
    public static String of(String name) {
        boolean plain =
                name.matches("[A-Za-z_][A-Za-z0-9_]*")
                        && !RESERVED.contains(name.toUpperCase(Locale.ROOT));
        return plain ? name : "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
