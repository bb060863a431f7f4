/**
 * Patterns of dates and numbers, as in ESQL's FORMAT clause and in message models. They convert
 * strings to dates or numbers and back.
 *
 * <p>A compiled pattern can be used by several threads. Start reading at {@link
 * io.millrace.engine.message.format.DatetimeFormat}.
 */
@NullMarked
package io.millrace.engine.message.format;

import org.jspecify.annotations.NullMarked;
