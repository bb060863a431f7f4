/**
 * The checked program: what an ESQL text means, with every name resolved and every clause in its
 * place.
 *
 * <p>In comes what {@code analysis} found out; out goes what {@code codegen} compiles. Everything
 * is an immutable record whose constructor refuses what cannot be compiled, so that whoever reads a
 * program need not check it again. Nothing here knows of syntax: keywords, aliases and defaults are
 * gone ({@code InputBody} is the last child of the input root, a searched CASE statement is an IF,
 * an omitted clause has its default).
 *
 * <p>Begin with {@link io.millrace.engine.esql.program.Program}, then {@link
 * io.millrace.engine.esql.program.Statement}, {@link io.millrace.engine.esql.program.Operand} and
 * {@link io.millrace.engine.esql.program.FieldPath}.
 */
package io.millrace.engine.esql.program;
