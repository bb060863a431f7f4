/**
 * The contract between Millrace and message formats, and the assembly of messages from their
 * sections.
 *
 * <p>An MQMD and bytes are converted to a Root tree, and back. The headers and the body of the tree
 * refer to their bytes. Formats are in a separate module and are found by {@link
 * io.millrace.engine.parser.ParserRegistry}. Start reading at {@link
 * io.millrace.engine.parser.Parser}.
 */
@NullMarked
package io.millrace.engine.parser;

import org.jspecify.annotations.NullMarked;
