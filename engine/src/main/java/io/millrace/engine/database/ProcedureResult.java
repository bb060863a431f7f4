package io.millrace.engine.database;

import io.millrace.engine.message.Value;

import java.util.List;

/**
 * What a stored procedure gave back.
 *
 * @param returned the value of a function; null for NULL and for a procedure
 * @param values one for each parameter: what OUT and INOUT ones have now, null for IN and NULL
 * @param resultSets the rows of each result, in their order
 * @param warning null for none
 */
public record ProcedureResult(
        Value returned,
        List<Value> values,
        List<List<DatabaseSession.Row>> resultSets,
        DatabaseSession.Warning warning) {}
