/**
 * The run-time library of compiled ESQL: operators and casts of values.
 *
 * <p>Input and output: {@link io.millrace.engine.message.Value}s (Java's null is NULL). Generated
 * code calls public static methods. Access to trees is in {@code tree}, named functions are in
 * {@code function}; FORMAT clauses use {@code engine.message.format}. Start reading at {@link
 * io.millrace.engine.esql.library.Operators}, then {@link io.millrace.engine.esql.library.Casts}.
 */
@NullMarked
package io.millrace.engine.esql.library;

import org.jspecify.annotations.NullMarked;
