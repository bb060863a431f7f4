/**
 * What went wrong, where, and who must act.
 *
 * <p>In come findings of every other package; out go {@link io.millrace.engine.error.Problem}s
 * (collected while files are checked) and {@link io.millrace.engine.error.MillraceException}s
 * (thrown while messages run). Begin with {@link io.millrace.engine.error.ErrorCode}.
 */
package io.millrace.engine.error;
