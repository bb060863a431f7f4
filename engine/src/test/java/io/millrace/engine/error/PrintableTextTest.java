package io.millrace.engine.error;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class PrintableTextTest {

    private static final String HOSTILE = "a\n12:00 ERROR forged\u001B[2J\u202E";
    private static final String ESCAPED = "a\\n12:00 ERROR forged\\u001B[2J\\u202E";

    @Test
    void controlsOfLinesTerminalsAndTextDirectionAreEscaped() {
        assertThat(PrintableText.line("\0\b\t\r\n\u001B\u007F\u0085\u009B"))
                .isEqualTo("\\u0000\\u0008\\t\\r\\n\\u001B\\u007F\\u0085\\u009B");
        assertThat(PrintableText.line("\u061C\u200B\u200E\u200F\u202A\u202E\u2066\u2069\uFEFF"))
                .isEqualTo("\\u061C\\u200B\\u200E\\u200F\\u202A\\u202E\\u2066\\u2069\\uFEFF");
        assertThat(PrintableText.line("\u2028\u2029")).isEqualTo("\\u2028\\u2029");
        assertThat(PrintableText.line("unpaired \uD800, tag \uDB40\uDC41"))
                .isEqualTo("unpaired \\uD800, tag \\uDB40\\uDC41");
    }

    @Test
    void textIsLeftAsItIsAndEscapingTwiceChangesNothing() {
        String plain = "C:\\new price: 5 \u20AC, \u00E4, \u4E2D, \u05D0, \uD83D\uDE00";
        assertThat(PrintableText.line(plain)).isSameAs(plain);
        assertThat(PrintableText.line(ESCAPED)).isSameAs(ESCAPED);
    }

    @Test
    void textOfSeveralLinesKeepsLineEndsAndTabsAndAnEntryIndentsItsLines() {
        assertThat(PrintableText.lines("a\tb\r\nc\rd\ne\u001B"))
                .isEqualTo("a\tb\r\nc\\rd\ne\\u001B");
        assertThat(PrintableText.entry("a\r\nb\nc")).isEqualTo("a\n    b\n    c");
    }

    @Test
    void theMessageOfAnExceptionIsEscapedAndItsInsertsAreNot() {
        MillraceException e =
                new MillraceException(ErrorCode.ESQL_CAST, HOSTILE, Insert.of(HOSTILE));
        assertThat(e.getMessage()).isEqualTo(ESCAPED);
        assertThat(e.inserts().getFirst().text()).isEqualTo(HOSTILE);
        assertThat(MillraceException.from(new IllegalStateException(HOSTILE)).toString())
                .endsWith("IllegalStateException: " + ESCAPED);
    }

    /** Whatever provider of SLF4J an application uses. */
    @Test
    void argumentsAndThrowablesOfTheLogAreEscaped() {
        Logger provider = (Logger) LoggerFactory.getLogger(PrintableTextTest.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Level before = provider.getLevel();
        provider.setLevel(Level.WARN);
        provider.addAppender(log);
        try {
            Exception defect = new IllegalStateException(HOSTILE, new Exception(HOSTILE));
            defect.addSuppressed(new Exception(HOSTILE));
            EventLog.of(PrintableTextTest.class).warn("{} of {}", 1, HOSTILE, defect);
            EventLog.of(PrintableTextTest.class).info("not at this level");
        } finally {
            provider.detachAppender(log);
            provider.setLevel(before);
        }
        assertThat(log.list).hasSize(1);
        ILoggingEvent event = log.list.getFirst();
        assertThat(event.getFormattedMessage()).isEqualTo("1 of " + ESCAPED);
        assertThat(ThrowableProxyUtil.asString(event.getThrowableProxy()))
                .contains("java.lang.IllegalStateException: " + ESCAPED, "Caused by", "Suppressed")
                .contains("at " + PrintableTextTest.class.getName())
                .doesNotContain("\n12:00", "\u001B", "\u202E");
    }
}
