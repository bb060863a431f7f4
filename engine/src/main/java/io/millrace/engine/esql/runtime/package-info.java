/**
 * The objects and methods that generated code uses in addition to the {@code library}: the state of
 * an invocation, SHARED variables, exceptions and handlers, database access, EVAL, PROPAGATE and
 * LOG.
 *
 * <p>Input: calls of a generated class, an {@link io.millrace.engine.esql.runtime.EntryPoint},
 * which passes on its {@link io.millrace.engine.esql.runtime.ModuleInvocation}. Output: values,
 * trees, and calls of the {@link io.millrace.engine.esql.EsqlEnvironment}. Start reading at {@link
 * io.millrace.engine.esql.runtime.ModuleInvocation}.
 */
@NullMarked
package io.millrace.engine.esql.runtime;

import org.jspecify.annotations.NullMarked;
