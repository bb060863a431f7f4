/**
 * The built-in functions of ESQL, one annotated static method each, and the table that finds them
 * by name.
 *
 * <p>The analysis uses {@link io.millrace.engine.esql.library.function.FunctionTable} to validate
 * names and numbers of arguments. Generated code calls the method in the table. The examples in the
 * annotations are run as tests and printed in the reference page {@code docs/esql.md}. Start
 * reading at {@link io.millrace.engine.esql.library.function.EsqlFunction}.
 */
@NullMarked
package io.millrace.engine.esql.library.function;

import org.jspecify.annotations.NullMarked;
