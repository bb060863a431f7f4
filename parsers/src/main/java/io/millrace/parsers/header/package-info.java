/**
 * The headers whose bytes precede a body: MQRFH2, MQDLH and others.
 *
 * <p>Input: the bytes after an MQMD whose Format announces the header. Output: the header's folder,
 * its length and the format that it announces. In the other direction, the bytes are written from
 * the folder. {@link io.millrace.engine.parser.MessageAssembler} processes the chain of headers.
 * Begin with {@link io.millrace.parsers.header.Mqrfh2}.
 */
package io.millrace.parsers.header;
