/**
 * The domain MRM: messages that a model describes.
 *
 * <p>Input: bytes and a template that specifies message set, message and physical format. Output: a
 * folder {@code MRM} whose children are the message's fields. {@link
 * io.millrace.parsers.mrm.MrmParser} contains the message sets of an application. Each physical
 * format is a subpackage, which compiles a message of a model to a {@link
 * io.millrace.parsers.record.PhysicalMessage}.
 */
package io.millrace.parsers.mrm;
