/**
 * The report on a project: the parts with an identical, a different or no equivalent in Millrace,
 * and the names without values.
 *
 * <p>Input: the {@link io.millrace.projects.convert.Finding}s of a conversion and the problems of
 * the check. Output: text and HTML. Begin with {@link io.millrace.projects.report.ImportReport}.
 */
@NullMarked
package io.millrace.projects.report;

import org.jspecify.annotations.NullMarked;
