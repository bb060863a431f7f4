package io.millrace.engine.esql;

import io.millrace.engine.error.Place;

/**
 * A call of an ESQL module that has run for a long time and has not ended.
 *
 * @param place position of the statement that the call executes
 * @param statement source of this statement on one line, truncated
 * @param ownMillis duration of the call without SLEEP, locks, database statements and the nodes to
 *     which it propagates
 * @param reported whether this is the first report of the call, or the duration is about twice the
 *     duration in the last log entry
 */
public record LongExecution(Place place, String statement, long ownMillis, boolean reported) {}
