package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.ScalarType;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The SQL equivalents of built-in functions and types. Lengths and positions are cast because some
 * databases have these functions for 32-bit integers only.
 */
final class SqlFunctions {

    /** Pieces of SQL by name and number of arguments; {@code #1} is the first argument. */
    private static final Map<String, List<String>> TEMPLATES =
            """
            ABS/1 ABS(#1)
            CEIL/1 CEILING(#1)
            CONTAINS/2 (POSITION(#2 IN #1) > 0)
            ENDSWITH/2 (RIGHT(#1, CHAR_LENGTH(#2)) = #2)
            EXP/1 EXP(#1)
            FLOOR/1 FLOOR(#1)
            LEFT/2 SUBSTRING(#1 FROM 1 FOR GREATEST(CAST(#2 AS INTEGER), 0))
            LENGTH/1 LENGTH(#1)
            LN/1 LN(#1)
            LOWER/1 LOWER(#1)
            LTRIM/1 LTRIM(#1)
            LTRIM/2 TRIM(LEADING #2 FROM #1)
            MOD/2 MOD(#1, #2)
            NULLIF/2 NULLIF(#1, #2)
            POSITION/2 POSITION(#1 IN #2)
            POWER/2 POWER(#1, #2)
            REPLACE/2 REPLACE(#1, #2, '')
            REPLACE/3 REPLACE(#1, #2, #3)
            RIGHT/2 RIGHT(#1, GREATEST(CAST(#2 AS INTEGER), 0))
            RTRIM/1 RTRIM(#1)
            RTRIM/2 TRIM(TRAILING #2 FROM #1)
            SIGN/1 SIGN(#1)
            SQRT/1 SQRT(#1)
            STARTSWITH/2 (SUBSTRING(#1 FROM 1 FOR CHAR_LENGTH(#2)) = #2)
            SUBSTRING/2 SUBSTRING(#1 FROM CAST(#2 AS INTEGER))
            SUBSTRING/3 SUBSTRING(#1 FROM CAST(#2 AS INTEGER) FOR GREATEST(CAST(#3 AS INTEGER), 0))
            SUBSTRING_AFTER/2 (CASE WHEN POSITION(#2 IN #1) > 0 THEN SUBSTRING(#1 FROM POSITION(#2 IN #1) + CHAR_LENGTH(#2)) ELSE '' END)
            SUBSTRING_BEFORE/2 SUBSTRING(#1 FROM 1 FOR GREATEST(POSITION(#2 IN #1) - 1, 0))
            TRANSLATE/3 TRANSLATE(#1, #2, #3)
            TRIM/1 TRIM(#1)
            TRIM/2 TRIM(BOTH #2 FROM #1)
            UPPER/1 UPPER(#1)
            """
                    .lines()
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    line -> line.substring(0, line.indexOf(' ')),
                                    line -> pieces(line.substring(line.indexOf(' ') + 1))));

    private SqlFunctions() {}

    private static List<String> pieces(String template) {
        return List.of(template.split("(?=#\\d)|(?<=#\\d)"));
    }

    /** Returns the pieces of SQL for a function; an empty list if SQL has no equivalent. */
    static List<String> template(String name, int arguments) {
        return TEMPLATES.getOrDefault(name + "/" + arguments, List.of());
    }

    /** Returns the names of the functions in alphabetical order. */
    static Collection<String> names() {
        return TEMPLATES.keySet().stream()
                .map(key -> key.substring(0, key.indexOf('/')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the SQL type of a cast; null if SQL has no equivalent. */
    static @Nullable String type(ScalarType type) {
        return switch (type.type()) {
            case BOOLEAN, DATE, TIME, TIMESTAMP -> type.type().toString();
            case INTEGER -> "BIGINT";
            case FLOAT -> "DOUBLE PRECISION";
            case CHARACTER -> "VARCHAR";
            case DECIMAL ->
                    type.precision() > 0
                            ? "DECIMAL(" + type.precision() + ", " + Math.max(0, type.scale()) + ")"
                            : null;
            default -> null;
        };
    }
}
