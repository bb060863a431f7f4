/**
 * The contract between Millrace and message formats, and the assembly of whole messages from their
 * sections.
 *
 * <p>In come an MQMD and bytes; out goes a Root tree whose headers and body know their bytes; and
 * back. Formats live in a module of their own and are found by {@link
 * io.millrace.engine.parser.ParserRegistry}. Begin with {@link io.millrace.engine.parser.Parser}.
 */
package io.millrace.engine.parser;
