/**
 * Errors, with what was found, the position, and the role that must act.
 *
 * <p>{@link io.millrace.engine.error.Problem}s are collected while files are checked; {@link
 * io.millrace.engine.error.MillraceException}s are thrown while messages are processed. Start
 * reading at {@link io.millrace.engine.error.ErrorCode}.
 */
@NullMarked
package io.millrace.engine.error;

import org.jspecify.annotations.NullMarked;
