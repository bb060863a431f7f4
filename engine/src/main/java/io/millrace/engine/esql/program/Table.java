package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * A database table: {@code Database.source.schema.table}. Plain names are literals.
 *
 * @param dataSource data source; null for the data source of the node
 * @param schema database schema; null if not written
 * @param name name of the table
 */
public record Table(@Nullable Expression dataSource, @Nullable Expression schema, Expression name) {

    public Table {
        Objects.requireNonNull(name);
    }
}
