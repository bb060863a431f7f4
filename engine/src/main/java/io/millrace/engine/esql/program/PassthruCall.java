package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * A PASSTHRU statement or function call.
 *
 * @param sql SQL for the database
 * @param dataSource data source; null for the data source of the node
 * @param values values of the parameter markers; lists are expanded in their order
 */
public record PassthruCall(Expression sql, @Nullable Expression dataSource, List<Operand> values) {

    public PassthruCall {
        Objects.requireNonNull(sql);
        values = List.copyOf(values);
    }
}
