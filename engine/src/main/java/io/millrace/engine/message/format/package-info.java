/**
 * The patterns of dates and numbers, as ESQL's FORMAT clause and message models write them: text to
 * date or number and back.
 *
 * <p>A pattern is compiled once and then used by any thread. Begin with {@link
 * io.millrace.engine.message.format.DatetimeFormat}.
 */
package io.millrace.engine.message.format;
