/**
 * The patterns of CAST's FORMAT clause: text to date or number and back.
 *
 * <p>A pattern is compiled once and then used by any thread. Begin with {@link
 * io.millrace.engine.esql.library.format.DatetimeFormat}.
 */
package io.millrace.engine.esql.library.format;
