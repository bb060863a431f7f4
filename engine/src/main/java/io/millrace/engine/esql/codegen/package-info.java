/**
 * From the checked program to JVM bytecode.
 *
 * <p>In comes a {@link io.millrace.engine.esql.program.Program}; out goes, for each module, an
 * {@link io.millrace.engine.esql.EsqlModule} backed by one hidden class that holds the module's
 * Main and every routine it can reach, a static method each. Constants are class data, so that the
 * code depends on the structure of the program only. What generated code calls is the {@code
 * library}, and the few objects here that live for one run: {@link
 * io.millrace.engine.esql.codegen.Run} first of all.
 *
 * <p>Begin with {@link io.millrace.engine.esql.codegen.ModuleCompiler}, then {@code Body} (a method
 * being written), {@code Statements}, {@code Expressions} and {@code Paths}.
 */
package io.millrace.engine.esql.codegen;
