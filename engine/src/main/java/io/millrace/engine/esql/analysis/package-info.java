/**
 * The transformation of the syntax tree into the checked program: name resolution, rules and types.
 *
 * <p>Input: ESQL sources (through {@code syntax}), the built-in functions (of {@code
 * library.function}) and the field type constants of the parsers. Output: a {@link
 * io.millrace.engine.esql.program.Program} and problems. Every error that can be found without a
 * message is reported here. The next phases, {@code split} and {@code codegen}, check nothing.
 * Warnings about programs without errors are in {@code lint}. Start reading at {@link
 * io.millrace.engine.esql.analysis.Analysis}.
 */
package io.millrace.engine.esql.analysis;
