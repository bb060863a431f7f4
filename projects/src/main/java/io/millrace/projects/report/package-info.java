/**
 * The report on a project: what is the same, near and missing in Millrace, and the names that need
 * values.
 *
 * <p>Input: the {@link io.millrace.projects.convert.Finding}s of a conversion and the problems of
 * the check. Output: text and HTML. Begin with {@link io.millrace.projects.report.ImportReport}.
 */
@NullMarked
package io.millrace.projects.report;

import org.jspecify.annotations.NullMarked;
