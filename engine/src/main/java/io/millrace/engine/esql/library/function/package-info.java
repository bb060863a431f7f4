/**
 * The built-in functions of ESQL, one annotated static method each, and the table that finds them
 * by name.
 *
 * <p>The analysis asks {@link io.millrace.engine.esql.library.function.FunctionTable} whether a
 * name and a number of arguments are right; generated code calls the method that it gives. The
 * examples of the annotations are tests and the reference page {@code docs/esql.md}. Begin with
 * {@link io.millrace.engine.esql.library.function.EsqlFunction}.
 */
package io.millrace.engine.esql.library.function;
