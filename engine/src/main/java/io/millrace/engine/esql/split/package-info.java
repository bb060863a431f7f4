/**
 * The division of long routines into methods that the JVM can compile: a pass from a program to a
 * program.
 *
 * <p>Input: a routine of a {@link io.millrace.engine.esql.program.Program} whose code would be too
 * long. Output: the same routine, in which parts of its statements and expressions are {@link
 * io.millrace.engine.esql.program.Statement.Part} and {@link
 * io.millrace.engine.esql.program.Expression.Part}. The next stage, {@code codegen}, compiles each
 * part to a separate method. Start reading at {@link io.millrace.engine.esql.split.MethodSplitter}.
 */
package io.millrace.engine.esql.split;
