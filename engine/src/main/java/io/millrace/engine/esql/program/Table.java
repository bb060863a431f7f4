package io.millrace.engine.esql.program;

import java.util.Objects;

/**
 * {@code Database.source.schema.table}. Names that are written plainly are literals.
 *
 * @param dataSource null for the node's own
 * @param schema null where not written
 * @param name the table's name
 */
public record Table(Expression dataSource, Expression schema, Expression name) {

    public Table {
        Objects.requireNonNull(name);
    }
}
