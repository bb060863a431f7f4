package io.millrace.server.console;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.SensitiveText;

/**
 * A converter that escapes control characters in the messages of log entries, including messages of
 * libraries, and masks passwords in URLs. Line ends are kept only if the next line is indented.
 */
public final class EscapedMessage extends MessageConverter {

    private static final String FORGED = "\\r?\n(?!" + PrintableText.INDENT + ")";

    @Override
    public String convert(ILoggingEvent event) {
        String text = SensitiveText.maskedUrl(super.convert(event));
        return PrintableText.lines(text).replaceAll(FORGED, "\\\\n");
    }
}
