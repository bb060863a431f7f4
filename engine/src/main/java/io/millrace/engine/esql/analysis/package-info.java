/**
 * From syntax tree to checked program: what names mean, whether everything is allowed where it
 * stands, and which types go where.
 *
 * <p>In come texts (through {@code syntax}), the built-in functions (of {@code library.function})
 * and the field type constants of the parsers; out go a {@link
 * io.millrace.engine.esql.program.Program} and problems. Everything that can be wrong without a
 * message at hand is found here, so that {@code codegen}, which is next, checks nothing. Begin with
 * {@link io.millrace.engine.esql.analysis.Analysis}.
 */
package io.millrace.engine.esql.analysis;
