package io.millrace.server.console;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

import io.millrace.engine.error.PrintableText;

/**
 * The message of a log entry, of libraries too, with control characters escaped. Line ends stay
 * only where the next line is indented.
 */
public final class EscapedMessage extends MessageConverter {

    private static final String FORGED = "\\r?\n(?!" + PrintableText.INDENT + ")";

    @Override
    public String convert(ILoggingEvent event) {
        return PrintableText.lines(super.convert(event)).replaceAll(FORGED, "\\\\n");
    }
}
