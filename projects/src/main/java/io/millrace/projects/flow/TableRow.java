package io.millrace.projects.flow;

import io.millrace.engine.error.Place;

import java.util.Map;

/**
 * A row of a table of a node.
 *
 * @param table name of the table
 * @param columns values by column, in the order of the file
 */
public record TableRow(String table, Map<String, Attribute> columns, Place place) {

    /** Returns the value of a column; empty if it is missing. */
    public String text(String column) {
        Attribute value = columns.get(column);
        return value == null ? "" : value.value();
    }
}
