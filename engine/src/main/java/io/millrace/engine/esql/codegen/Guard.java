package io.millrace.engine.esql.codegen;

/**
 * A construct around statements, for example a lock.
 *
 * @param take writer of the code before the statements
 * @param giveBack writer of the code after the statements, on every exit path
 */
record Guard(Runnable take, Runnable giveBack) {}
