/**
 * The built-in functions of ESQL and the table that finds them by name. Each function is one
 * annotated static method.
 *
 * <p>The analysis uses {@link io.millrace.engine.esql.library.function.FunctionTable} to validate
 * names and numbers of arguments. Generated code calls the method in the table. The examples in the
 * annotations are run as tests and are part of the reference page {@code docs/esql-functions.md}.
 * Start reading at {@link io.millrace.engine.esql.EsqlFunction}.
 */
@NullMarked
package io.millrace.engine.esql.library.function;

import org.jspecify.annotations.NullMarked;
