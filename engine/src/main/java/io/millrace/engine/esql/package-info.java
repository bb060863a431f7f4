/**
 * ESQL: from text to bytecode.
 *
 * <p>Stages, each a package: {@code syntax} (text to syntax tree), {@code analysis} (syntax tree to
 * checked program), {@code program} (what was checked, typed), {@code codegen} (program to a hidden
 * class), {@code library} (what generated code calls: operators, casts, built-in functions, field
 * access). Nothing flows back. What a program needs of its node it asks of an {@link
 * io.millrace.engine.esql.EsqlEnvironment}. Begin with {@link io.millrace.engine.esql.Esql}.
 */
package io.millrace.engine.esql;
