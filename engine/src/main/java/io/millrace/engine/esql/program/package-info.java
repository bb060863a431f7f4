/**
 * The checked program: ESQL source text with all names resolved and all clauses in canonical form.
 *
 * <p>Input: the results of {@code analysis}. Output: the program that {@code codegen} compiles.
 * Everything is an immutable record. Constructors reject components that cannot be compiled, so
 * consumers need not check a program again. The model is independent of the syntax. Keywords,
 * aliases and defaults are resolved: {@code InputBody} is the last child of the input root, a
 * searched CASE statement is an IF, an omitted clause has its default.
 *
 * <p>Start reading at {@link io.millrace.engine.esql.program.Program}, then {@link
 * io.millrace.engine.esql.program.Statement}, {@link io.millrace.engine.esql.program.Operand} and
 * {@link io.millrace.engine.esql.program.FieldPath}.
 */
@NullMarked
package io.millrace.engine.esql.program;

import org.jspecify.annotations.NullMarked;
