/**
 * The headers that are real bytes in front of a body: MQRFH2 and MQDLH.
 *
 * <p>In come the bytes after an MQMD whose Format announces the header; out goes the header's
 * folder, its length, and what it announces in turn; and back. {@link
 * io.millrace.engine.parser.MessageAssembler} walks the chain. Begin with {@link
 * io.millrace.parsers.header.Mqrfh2}.
 */
package io.millrace.parsers.header;
