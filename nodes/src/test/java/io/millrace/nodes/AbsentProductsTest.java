package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes of products that Millrace does not support. */
class AbsentProductsTest {

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    @ParameterizedTest
    @CsvSource({
        "PHPCompute, PHP",
        "DotNetCompute, Microsoft .NET",
        "NEONRules, NEON Rules",
        "NEONFormatter, NEON Formatter",
        "SAPRequest, SAP",
        "SiebelRequest, Siebel",
        "CICSRequest, CICS",
        "CICSIPICRequest, CICS",
        "IMSRequest, IMS",
        "PeopleSoftRequest, PeopleSoft",
        "JDEdwardsRequest, JD Edwards",
        "KafkaProducer, the Kafka client of ACE"
    })
    void aNodeIsReportedByTheCheckAndFailsWithOneSentence(String type, String product) {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("absent", type)
                .connect("in.out -> absent");
        String sentence = type + " needs " + product;
        Problem warning = run.problems.all().getFirst();
        assertThat(warning.code()).isEqualTo(ErrorCode.ABSENT_PRODUCT);
        assertThat(warning.text()).startsWith(sentence);
        assertThat(warning.text()).endsWith("messages that reach node absent fail");
        MillraceException failure = run.run("order").failure().root();
        assertThat(failure.code()).isEqualTo(ErrorCode.ABSENT_PRODUCT);
        assertThat(failure.getMessage())
                .startsWith(sentence)
                .contains("which Millrace does not support; " + warning.hint());
    }
}
