/**
 * Single values of records: bytes to {@link io.millrace.engine.message.Value} and back, for formats
 * whose fields have no markup of their own.
 *
 * <p>In come a stretch of bytes and the {@link io.millrace.parsers.record.Wire} that specifies how
 * strings and numbers are laid out in this message; out goes a value, made without a text in
 * between where it is none. What is wrong with a field is a {@link
 * io.millrace.parsers.record.FieldException}, which whoever knows the field's name and place makes
 * an error of the message of. Begin with {@link io.millrace.parsers.record.FieldCodec}.
 */
package io.millrace.parsers.record;
