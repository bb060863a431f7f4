/**
 * Compilation of checked programs to JVM bytecode.
 *
 * <p>Input: a {@link io.millrace.engine.esql.program.Program}. Output: for each module, an {@link
 * io.millrace.engine.esql.EsqlModule} backed by one hidden class. The class contains the Main of
 * the module and every routine that Main can reach, each as a static method. Constants are class
 * data, so the code depends only on the structure of the program. Generated code calls the {@code
 * library} and {@code runtime} through {@link io.millrace.engine.esql.codegen.RuntimeMethod}s. Long
 * routines are divided by {@code split} first.
 *
 * <p>Start reading at {@link io.millrace.engine.esql.codegen.ModuleCompiler}, then {@code
 * MethodEmitter} (a method that is being generated), {@code StatementEmitter}, {@code
 * ExpressionEmitter} and {@code PathEmitter}.
 */
package io.millrace.engine.esql.codegen;
