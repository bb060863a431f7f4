/**
 * The comparison of two versions of an application on the same messages.
 *
 * <p>Input: two {@link io.millrace.flows.compare.Version}s, each an application or recorded
 * outputs, and a folder of messages. Output: a {@link io.millrace.flows.compare.Comparison} with
 * the differences of each output, as text or as a page of HTML. Begin with {@link
 * io.millrace.flows.compare.Comparison}.
 */
@NullMarked
package io.millrace.flows.compare;

import org.jspecify.annotations.NullMarked;
