/**
 * The contract between Millrace and message formats, and the assembly of messages from their
 * sections.
 *
 * <p>An MQMD and bytes become a Root tree whose headers and body refer to their bytes, and back.
 * Formats are in a module of their own, found by {@link io.millrace.engine.parser.ParserRegistry}.
 * Start reading at {@link io.millrace.engine.parser.Parser}.
 */
@NullMarked
package io.millrace.engine.parser;

import org.jspecify.annotations.NullMarked;
