/**
 * ESQL once more, as plainly as it can be written: what the compiler's bytecode is compared with.
 *
 * <p>In comes a checked {@link io.millrace.engine.esql.program.Program} and small trees; out come
 * the result, the trees and the error of a run. It walks the program, keeps every tree in full, and
 * looks every field up from the beginning. Arithmetic, comparison, logic, NULL, paths, statements,
 * labels, handlers and calls are its own; from the compiler's library it takes only functions and
 * casts that have a form of their own (dates, formats), which golden files hold. Begin with {@link
 * io.millrace.engine.esql.plain.PlainRun}.
 */
package io.millrace.engine.esql.plain;
