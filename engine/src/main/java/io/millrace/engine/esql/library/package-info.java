/**
 * The run-time library of compiled ESQL: operators, casts and access to message trees.
 *
 * <p>Input: {@link io.millrace.engine.message.Value}s (Java's null is NULL) and {@link
 * io.millrace.engine.message.Element}s. Output: the same. Generated code calls public static
 * methods, and methods of a few small objects that it keeps: {@link
 * io.millrace.engine.esql.library.StepCache} per path step and {@link
 * io.millrace.engine.esql.library.FieldReference} per REFERENCE variable. Functions with a name of
 * their own are in {@code function}; FORMAT clauses use {@code engine.message.format}. Start
 * reading at {@link io.millrace.engine.esql.library.Operators}, then {@link
 * io.millrace.engine.esql.library.FieldAccess}.
 */
package io.millrace.engine.esql.library;
