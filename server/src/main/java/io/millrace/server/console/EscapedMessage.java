package io.millrace.server.console;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

import io.millrace.engine.error.PrintableText;

/**
 * A converter that escapes control characters in the messages of log entries, including those of
 * libraries. Line ends are kept only if the next line is indented.
 */
public final class EscapedMessage extends MessageConverter {

    private static final String FORGED = "\\r?\n(?!" + PrintableText.INDENT + ")";

    @Override
    public String convert(ILoggingEvent event) {
        return PrintableText.lines(super.convert(event)).replaceAll(FORGED, "\\\\n");
    }
}
