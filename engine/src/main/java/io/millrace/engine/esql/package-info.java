/**
 * ESQL: from text to bytecode.
 *
 * <p>Each stage is a package: {@code syntax} (text to syntax tree), {@code analysis} (syntax tree
 * to checked program), {@code program} (the checked, typed program), {@code split} (long routines
 * to parts), {@code codegen} (program to a hidden class), {@code runtime} and {@code library}
 * (called by generated code: the state of an invocation; operators, casts, built-in functions,
 * field access). No stage passes data back to an earlier one. A program accesses its node through
 * an {@link io.millrace.engine.esql.EsqlEnvironment}. Start reading at {@link
 * io.millrace.engine.esql.Esql}.
 */
@NullMarked
package io.millrace.engine.esql;

import org.jspecify.annotations.NullMarked;
