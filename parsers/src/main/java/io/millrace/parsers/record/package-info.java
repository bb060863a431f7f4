/**
 * Conversion of single values between bytes and {@link io.millrace.engine.message.Value}, for
 * formats whose fields contain no markup.
 *
 * <p>Input: a range of bytes and the {@link io.millrace.parsers.record.Wire} that specifies the
 * encoding of strings and numbers in this message. Output: a value, created without an intermediate
 * string if it is not a string. An error in a field is a {@link
 * io.millrace.parsers.record.FieldException}; the caller adds the field's name and position to the
 * error of the message. Begin with {@link io.millrace.parsers.record.FieldCodec}.
 */
package io.millrace.parsers.record;
