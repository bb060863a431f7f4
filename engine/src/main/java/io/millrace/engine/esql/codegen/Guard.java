package io.millrace.engine.esql.codegen;

/**
 * Something that statements are written under, for example a lock.
 *
 * @param take writes how it begins
 * @param giveBack writes how it ends, on every way out
 */
record Guard(Runnable take, Runnable giveBack) {}
