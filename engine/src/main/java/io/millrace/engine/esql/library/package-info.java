/**
 * What compiled ESQL calls while it runs: operators, casts and access to message trees.
 *
 * <p>In come {@link io.millrace.engine.message.Value}s (Java's null is NULL) and {@link
 * io.millrace.engine.message.Element}s; out go the same. Everything that generated code calls is a
 * public static method, or a method of one of the few small objects it keeps: {@link
 * io.millrace.engine.esql.library.StepCache} per path step and {@link
 * io.millrace.engine.esql.library.FieldReference} per REFERENCE variable. Functions with a name of
 * their own are in {@code function}; FORMAT clauses use {@code engine.message.format}. Begin with
 * {@link io.millrace.engine.esql.library.Operators}, then {@link
 * io.millrace.engine.esql.library.Fields}.
 */
package io.millrace.engine.esql.library;
