package io.millrace.engine.esql;

import io.millrace.engine.error.Place;

/**
 * A long-running call of an ESQL module.
 *
 * @param place position of the statement that the call executes
 * @param statement source of this statement on one line, truncated
 * @param ownMillis duration of the call, excluding SLEEP, waits for locks, database statements and
 *     downstream nodes
 * @param reported whether this is the first report of the call, or the duration is about twice the
 *     duration in the last log entry
 */
public record LongExecution(Place place, String statement, long ownMillis, boolean reported) {}
