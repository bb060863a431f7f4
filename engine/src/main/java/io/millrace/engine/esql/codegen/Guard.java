package io.millrace.engine.esql.codegen;

/**
 * A construct around statements, for example a lock.
 *
 * @param take writer of its beginning
 * @param giveBack writer of its end, on every exit path
 */
record Guard(Runnable take, Runnable giveBack) {}
