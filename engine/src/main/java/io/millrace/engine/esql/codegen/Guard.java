package io.millrace.engine.esql.codegen;

/**
 * A construct around statements, for example a lock.
 *
 * @param acquire writer of the code before the statements
 * @param release writer of the code after the statements, on every exit path
 */
record Guard(Runnable acquire, Runnable release) {}
