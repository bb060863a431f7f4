package io.millrace.connectors.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.stream.Collectors;

/** Checks of the properties of nodes, against the catalogue. */
class ComponentCheckTest {

    private static final String INPUT =
            """
            flow: main
            nodes:
              in: {type: CamelInput, %s}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: out
            """;

    private static String text(List<Problem> problems) {
        return problems.stream()
                .filter(p -> p.code() != ErrorCode.MISSING_PASSWORD)
                .map(
                        p ->
                                p.code().id()
                                        + " "
                                        + p.text()
                                        + (p.hint() == null || p.hint().isEmpty()
                                                ? ""
                                                : "; " + p.hint()))
                .collect(Collectors.joining(" | "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "uri: 'fiel:in' | MR1060 the component fiel is unknown; did you mean file?",
                "uri: 'aws2-sqs:in' | MR1060 the component aws2-sqs is not on the class path; copy"
                        + " camel-aws2-sqs-4.18.0.jar and the jars that it needs to the folder lib"
                        + " of the application or of the home",
                "uri: in | MR1006 uri must begin with a component, for example file:orders (found"
                        + " in)",
                "uri: 'file:' | MR1005 uri must have the form file:directoryName; add the missing"
                        + " part",
                "uri: 'file:in?dealy=5' | MR1004 the component file has no option dealy; did you"
                        + " mean delay?",
                "uri: 'file:in', parameters: [delete=maybe] | MR1006 delete must be true or false"
                        + " (found maybe)",
                "uri: 'file:in', parameters: [delay=soon] | MR1006 delay must be a number, or a"
                        + " duration such as 1m30s (found soon)",
                "uri: 'file:in', parameters: [readLock=softly] | MR1006 readLock must be one of"
                        + " none, markerFile, fileLock, rename, changed, idempotent,"
                        + " idempotent-changed, idempotent-rename (found softly)",
                "uri: 'file:in', parameters: [delay] | MR1006 parameters must be a list of"
                        + " name=value (found delay)",
                "uri: 'file:in', parameters: [fileExist=Append] | MR1006 the option fileExist of"
                        + " the component file is for nodes that send",
                "uri: 'file:in', parameters: [delay=1, delay=2] | MR1014 the name delay is used"
                        + " twice; remove one of the entries",
                "uri: 'http://localhost/' | MR1006 the component http can only send messages; use"
                        + " CamelOutput or CamelRequest",
                "uri: 'ftp://u:secret@localhost/in' | MR1006 uri must not contain a password; set"
                        + " credentials instead",
                "uri: 'ftp://localhost/in', parameters: [password=hidden] | MR1006 password must"
                        + " not contain a secret; set credentials and write {{password}} as its"
                        + " value",
                "uri: 'ftp://localhost/in', parameters: ['password={{password}}'] | MR1006"
                        + " {{user}} and {{password}} require credentials",
                "uri: 'timer:tick', credentials: none | MR1006 the component timer has no options"
                        + " for a user and a password; write {{user}} and {{password}} in"
                        + " parameters or beans",
                "uri: 'jms:queue:A', parameters: [transacted=false] | MR1006 the option"
                        + " transacted=false would acknowledge a message before its unit of work"
                        + " has ended",
                "uri: 'jms:queue:A', parameters: [asyncConsumer=true] | MR1006 the option"
                        + " asyncConsumer=true would acknowledge a message before its unit of work"
                        + " has ended",
                "uri: 'kafka:orders', parameters: [brokers=h, autoCommitEnable=true] | MR1006 the"
                        + " option autoCommitEnable=true would acknowledge a message before its"
                        + " unit of work has ended",
                "uri: 'kafka:orders', parameters: [brokers=h, batching=true] | MR1006 the option"
                        + " batching=true would acknowledge a message before its unit of work has"
                        + " ended",
                "uri: 'file:in', beans: ['a.b=c'] | MR1006 the property a.b must follow its bean,"
                        + " for example a=#class:com.example.Factory",
                "uri: 'file:in', beans: ['a=b'] | MR1006 the bean a must have a class in the form"
                        + " #class:CLASS (found b)",
            })
    void aWrongPropertyOfAnInputIsReported(String properties, String expected) {
        String settings = "credentials: {none: {passwordEnv: NONE}}\n";
        assertThat(text(CamelBroker.problems(INPUT.formatted(properties), settings)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "uri: 'file:in?delay=5s&delete=true'",
                "uri: 'file:in', parameters: ['move=$simple{file:name}.done', delay=1000]",
                "uri: 'timer:tick?period=1s'",
            })
    void aCorrectInputHasNoProblem(String properties) {
        assertThat(CamelBroker.problems(INPUT.formatted(properties), "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "uri: 'timer:tick' | MR1006 the component timer can only receive messages; use"
                        + " CamelInput",
                "uri: 'file:out', parameters: [delay=5] | MR1006 the option delay of the component"
                        + " file is for nodes that receive",
                "uri: 'http://localhost/?anything=1' | ",
            })
    void aWrongPropertyOfAnOutputIsReported(String properties, String expected) {
        String flow = CamelBroker.sending("type: CamelOutput, " + properties);
        assertThat(text(CamelBroker.problems(flow, "")))
                .isEqualTo(expected == null ? "" : expected);
    }
}
