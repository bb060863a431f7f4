package io.millrace.parsers.validation;

import static io.millrace.engine.error.ErrorCode.INVALID_CONTENT;
import static io.millrace.engine.error.ErrorCode.INVALID_OUTPUT_VALUE;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;
import static io.millrace.engine.parser.Validation.FailureAction.EXCEPTION;
import static io.millrace.engine.parser.Validation.FailureAction.LOCAL_ERROR;
import static io.millrace.engine.parser.Validation.FailureAction.USER_TRACE;
import static io.millrace.engine.parser.Validation.INHERIT;
import static io.millrace.engine.parser.Validation.Level.CONTENT_AND_VALUE;
import static io.millrace.parsers.Messages.code;
import static io.millrace.parsers.validation.ValidationTest.ALL;
import static io.millrace.parsers.validation.ValidationTest.model;
import static io.millrace.parsers.validation.ValidationTest.parse;
import static io.millrace.parsers.validation.ValidationTest.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.FailureAction;
import io.millrace.parsers.mrm.MrmParser;
import io.millrace.parsers.xml.XmlnscParser;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.util.List;

/** When parts of a message are validated, and what becomes of failures. */
class ValidationTimingTest {

    @Test
    void onDemandPartsAreValidatedWhenTheyAreParsed() {
        Parser mrm =
                parser(
                        new MrmParser(),
                        model("f: {sequence: {a: byte, b: byte}}\ng: {sequence: {c: int}}"));
        Validation first = new Validation(CONTENT_AND_VALUE, EXCEPTION);
        String xml = "<m><f><a>1</a><b>9</b></f><g/></m>".replace("<b>9</b>", "<b>99</b><b>1</b>");
        Element body = parse(mrm, xml, first, ON_DEMAND);
        Element f = body.child("f");
        assertThat(f.child("a").value()).isEqualTo(Value.of(1));
        assertThatThrownBy(f::finish)
                .satisfies(code(INVALID_CONTENT))
                .hasMessageContaining("MRM.f.b[2]: found b");
        assertThatThrownBy(() -> body.child("g").finish())
                .hasMessage("MRM.g: found the end of g, expected c");
    }

    @Test
    void whatWasNotParsedIsValidatedBeforeItIsWritten() {
        Parser mrm = parser(new MrmParser(), model("a: byte\nb: {byte: {maxInclusive: 5}}"));
        MessageTemplate template = MessageTemplate.domain("MRM");
        Element output = parse(mrm, "<m><a>1</a><b>9</b></m>", ALL, ON_DEMAND).copy();
        assertThatThrownBy(() -> mrm.validate(output, template, INHERIT))
                .rootCause()
                .hasMessageContaining("MRM.b: found '9'");
        Element good = parse(mrm, "<m><a>1</a><b>5</b></m>", ALL, COMPLETE).copy();
        mrm.validate(good, template, INHERIT);
        good.child("b").value(Value.of(6));
        assertThatThrownBy(() -> mrm.validate(good, template, INHERIT))
                .satisfies(code(INVALID_OUTPUT_VALUE));
    }

    @Test
    void failuresForALogLetTheMessageGoOn() {
        Parser mrm = parser(new MrmParser(), model("a: byte"));
        for (FailureAction action : List.of(USER_TRACE, LOCAL_ERROR)) {
            Validation logged = new Validation(CONTENT_AND_VALUE, action);
            Element body = parse(mrm, "<m><a>1</a><a>2</a></m>", logged, COMPLETE);
            assertThat(body.size()).isEqualTo(2);
        }
    }

    /** What the log is told while something is done. */
    static List<String> logged(Runnable work) {
        Logger logger = (Logger) LoggerFactory.getLogger("io.millrace.messages");
        var appender = new ListAppender<ILoggingEvent>();
        appender.start();
        logger.addAppender(appender);
        logger.setAdditive(false);
        // The tests' logs are off.
        logger.setLevel(ch.qos.logback.classic.Level.ERROR);
        try {
            work.run();
        } finally {
            logger.setLevel(null);
            logger.setAdditive(true);
            logger.detachAppender(appender);
        }
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void whatTheOutputNodeParsesIsToldOnce() {
        Parser mrm =
                parser(
                        new MrmParser(),
                        model("f: {sequence: {a: byte}}\ng: {sequence: {b: byte}}"));
        MessageTemplate template = MessageTemplate.domain("MRM");
        String xml = "<m><f/><g/></m>";
        Validation log = new Validation(CONTENT_AND_VALUE, LOCAL_ERROR);
        Element body = parse(mrm, xml, log, ON_DEMAND);
        assertThat(logged(() -> mrm.validate(body, template, INHERIT)))
                .containsExactly(
                        "MR3201 MRM.f: found the end of f, expected a",
                        "MR3201 MRM.g: found the end of g, expected b");
        Element other = parse(mrm, xml, ALL, ON_DEMAND);
        assertThatThrownBy(() -> mrm.validate(other, template, INHERIT))
                .hasMessage("validation found 2 failures");
    }

    @Test
    void validatedDocumentsMayHaveValuesOfTheModelsTypes() {
        Parser xmlnsc =
                parser(
                        new XmlnscParser(),
                        """
                        messageSet: test
                        messages:
                          m: {attributes: {n: int}, sequence: {d: date, s: {string: 3}, f: {sequence: {b: boolean}}}}
                        """);
        String xml = "<m n=\"1\"><d>2024-02-29</d><s> x </s><f><b>1</b></f></m>";
        for (ParseTiming timing : ParseTiming.values()) {
            Element m = parse(xmlnsc, xml, ALL, timing, "BuildTreeUsingXMLSchema").child("m");
            assertThat(m.child("n").value()).isEqualTo(Value.of(1));
            assertThat(m.child("d").value()).isInstanceOf(DateValue.class);
            assertThat(m.child("s").value()).isEqualTo(Value.of(" x "));
            assertThat(m.at("f", "b").value()).isEqualTo(Value.of(true));
            assertThat(parse(xmlnsc, xml, ALL, timing).at("m", "d").value())
                    .isInstanceOf(CharacterValue.class);
        }
    }
}
