package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/**
 * PASSTHRU, as statement or function.
 *
 * @param sql the text for the database
 * @param dataSource null for the node's own
 * @param values the values of the markers; lists are expanded in their order
 */
public record PassthruCall(Expression sql, Expression dataSource, List<Operand> values) {

    public PassthruCall {
        Objects.requireNonNull(sql);
        values = List.copyOf(values);
    }
}
