package io.millrace.flows.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.library.Registries;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.Charset;
import java.time.Instant;
import java.util.List;

class MessageFilterTest {

    private final MessageAssembler assembler =
            new MessageAssembler(Registries.load().parsers(), Limits.DEFAULTS);

    private boolean matches(String esql, QueueMessage message) {
        return new MessageFilter("--filter", esql, assembler).test(message);
    }

    private static QueueMessage text(String body) {
        return new QueueMessage(new Mqmd().format("MQSTR").replyToQ("R"), Bytes.utf8(body));
    }

    @Test
    void aConditionReadsHeadersAndBody() {
        assertThat(matches("Root.MQMD.ReplyToQ = 'R'", text("x"))).isTrue();
        assertThat(matches("Body.order.id = 7", text("<order><id>7</id></order>"))).isTrue();
        assertThat(matches("Body.order.id = 8", text("<order><id>7</id></order>"))).isFalse();
        assertThat(matches("Body.Data.id = 7", text("{\"id\": 7}"))).isTrue();
        assertThat(matches("Body.order.none = 8", text("<order/>"))).as("UNKNOWN").isFalse();
    }

    @Test
    void aFilterThatIsNotAConditionIsRejected() {
        assertThatThrownBy(() -> matches("Root.MQMD.Feedback", text("x")))
                .hasMessage(
                        "the filter must be TRUE or FALSE (found the INTEGER 0); compare the value,"
                                + " for example with = 0");
        assertThatThrownBy(() -> matches("Root.MQMD.ReplyToQ", text("x")))
                .hasMessageContaining("for example with = 'R");
        assertThat(matches("NULL", text("x"))).isFalse();
    }

    @Test
    void aConditionReadsTheReasonOfAFailure() {
        FailureReport failure =
                new FailureReport(
                        "IN",
                        "f",
                        "f.in",
                        Instant.EPOCH,
                        "",
                        List.of(),
                        "MR2102",
                        "f.divide",
                        "division",
                        "",
                        false);
        QueueMessage dead = new QueueMessage(new Mqmd(), Bytes.utf8("x"), failure);
        assertThat(matches("Environment.Failure.Code = 'MR2102'", dead)).isTrue();
        assertThat(matches("Environment.Failure.Node LIKE '%in'", dead)).isFalse();
    }

    @Test
    void errorsOfAConditionAreReported() {
        assertThatThrownBy(() -> matches("Root.a >> 1", text("x")))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("--filter:1:");
        assertThatThrownBy(() -> matches("Body.a = 1", text("<a>")))
                .isInstanceOf(MillraceException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    XMLNSC | <a/>
                    XMLNSC | '  <?xml version="1.0"?><a/>'
                    XMLNSC | <!-- c --><a/>
                    JSON   | {"a": 1}
                    JSON   | '[ {"a": 1}]'
                    JSON   | {}
                    BLOB   | {1:F01BANKBEBBAXXX2222123456}
                    BLOB   | [order]
                    BLOB   | a < b
                    BLOB   | < b
                    BLOB   | ''
                    BLOB   | 17
                    """)
    void theDomainIsDetectedByTheFirstCharacters(String domain, String body) {
        assertThat(BodyDomain.of(Bytes.utf8(body), 0)).isEqualTo(domain);
        assertThat(BodyDomain.of(Bytes.utf8("\uFEFF" + body), 1208)).isEqualTo(domain);
        for (String charset : List.of("UTF-16BE", "UTF-16LE", "UTF-16")) {
            Bytes bytes = Bytes.of(body.getBytes(Charset.forName(charset)));
            assertThat(BodyDomain.of(bytes, 0)).as(charset).isEqualTo(domain);
        }
        Bytes ebcdic = Bytes.of(body.getBytes(Charset.forName("Cp037")));
        assertThat(BodyDomain.of(ebcdic, 37)).isEqualTo(domain);
    }
}
