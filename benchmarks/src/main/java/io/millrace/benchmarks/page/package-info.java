/**
 * A page of headings, words, tables and plots, written as HTML that needs no other file, and as
 * Markdown.
 *
 * <p>In come {@link io.millrace.benchmarks.page.Block}s, out go texts in which everything that came
 * in is escaped. Begin with {@link io.millrace.benchmarks.page.Page}.
 */
package io.millrace.benchmarks.page;
