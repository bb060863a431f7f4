/**
 * Warnings about programs without errors, and analysis of the flow of control.
 *
 * <p>Input: syntax trees of routines. Output: warnings, passed to a {@link
 * io.millrace.engine.esql.analysis.lint.LintPass.Reporter}. The package uses only the syntax tree
 * and the library. Start reading at {@link io.millrace.engine.esql.analysis.lint.LintPass}.
 */
package io.millrace.engine.esql.analysis.lint;
