package io.millrace.engine.database;

import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Result of a stored procedure.
 *
 * @param returned return value of a function; null for NULL and for a procedure
 * @param values one value for each parameter: the new values of OUT and INOUT parameters, null for
 *     IN and NULL
 * @param resultSets rows of each result set, in order
 * @param warning warning of the database; null if there is none
 */
public record ProcedureResult(
        @Nullable Value returned,
        List<@Nullable Value> values,
        List<List<DatabaseSession.Row>> resultSets,
        DatabaseSession.@Nullable Warning warning) {}
