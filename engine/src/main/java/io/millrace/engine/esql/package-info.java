/**
 * ESQL: from text to bytecode.
 *
 * <p>Each stage is a package. {@code syntax} converts text to a syntax tree, and {@code analysis}
 * the syntax tree to the checked program of the package {@code program}. {@code split} divides long
 * routines, and {@code codegen} compiles the program to hidden classes. Generated code calls {@code
 * runtime} (the state of an invocation) and {@code library} (operators, casts, built-in functions,
 * field access). No stage passes data back to an earlier one. A program accesses its node through
 * an {@link io.millrace.engine.esql.EsqlEnvironment}. Start reading at {@link
 * io.millrace.engine.esql.Esql}.
 */
@NullMarked
package io.millrace.engine.esql;

import org.jspecify.annotations.NullMarked;
