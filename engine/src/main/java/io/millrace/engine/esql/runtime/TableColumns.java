package io.millrace.engine.esql.runtime;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The columns of a table that a SELECT needs.
 *
 * @param all whether the whole row is needed
 * @param names column names as written in the program; databases ignore their case, field names are
 *     case-sensitive
 */
public record TableColumns(boolean all, List<String> names) {

    static final TableColumns ALL = new TableColumns(true, List.of());

    /** Returns the columns as SQL. */
    public String list() {
        return all
                ? "*"
                : names.isEmpty()
                        ? "1"
                        : names.stream().map(SqlIdentifiers::of).collect(Collectors.joining(", "));
    }

    /**
     * Returns the field name for a column of the result. A whole row keeps the names of the
     * database.
     */
    String field(String column) {
        return all
                ? column
                : names.stream().filter(column::equalsIgnoreCase).findFirst().orElse(column);
    }
}
