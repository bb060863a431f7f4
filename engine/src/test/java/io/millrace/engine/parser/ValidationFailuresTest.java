package io.millrace.engine.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.node.ExceptionList;
import io.millrace.engine.parser.Validation.FailureAction;
import io.millrace.engine.parser.Validation.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of failures of validation. */
class ValidationFailuresTest {

    private static final Element MADE = Element.of(ElementType.NAME_VALUE, "a");

    @Test
    void theFirstIsThrownAtOnce() {
        ValidationFailures failures =
                new ValidationFailures(
                        new Validation(Level.CONTENT_AND_VALUE, FailureAction.EXCEPTION));
        MillraceException thrown = thrown(() -> failures.value(MADE, "MRM.a", "5", "at most 4"));
        assertThat(thrown).hasMessage("MRM.a: found 5, expected at most 4");
        assertThat(thrown.code()).isEqualTo(ErrorCode.INVALID_OUTPUT_VALUE);
        assertThat(thrown.inserts()).extracting(i -> i.text()).contains("MRM.a", "5", "at most 4");
    }

    @Test
    void allAreInOneExceptionListSideBySide() {
        ValidationFailures failures =
                new ValidationFailures(
                        new Validation(Level.CONTENT_AND_VALUE, FailureAction.EXCEPTION_LIST));
        failures.content(MADE, "MRM", "nothing", "a");
        failures.value(MADE, "MRM.b", "x", "a number");
        failures.value(MADE, "MRM.c", "y", "a number");
        MillraceException thrown = thrown(failures::end);
        assertThat(thrown).hasMessage("validation found 3 failures");
        assertThat(thrown.root()).hasMessage("MRM: found nothing, expected a");
        Element list = ExceptionList.of(thrown);
        Element together = list.at("RecoverableException", "ParserException");
        assertThat(together.textOf("Text")).isEqualTo("validation found 3 failures");
        StringBuilder texts = new StringBuilder();
        for (Element e = together.firstChild(); e != null; e = e.next()) {
            if (e.isNamed("ParserException")) {
                texts.append(e.textOf("Number")).append(' ').append(e.textOf("Text")).append('\n');
            }
        }
        assertThat(texts)
                .hasToString(
                        """
                        3211 MRM: found nothing, expected a
                        3212 MRM.b: found x, expected a number
                        3212 MRM.c: found y, expected a number
                        """);
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureAction.class,
            names = {"USER_TRACE", "LOCAL_ERROR"})
    void thoseForALogAreNotThrown(FailureAction action) {
        ValidationFailures failures =
                new ValidationFailures(new Validation(Level.CONTENT_AND_VALUE, action));
        failures.content(MADE, "MRM", "nothing", "a");
        failures.end();
        assertThat(failures.isFull()).isFalse();
    }

    @Test
    void noMoreThanAHundredAreKept() {
        ValidationFailures failures =
                new ValidationFailures(
                        new Validation(Level.CONTENT_AND_VALUE, FailureAction.EXCEPTION_LIST));
        for (int i = 0; i < 1_000; i++) {
            failures.content(MADE, "MRM", "b" + i, "a");
        }
        MillraceException thrown = thrown(failures::end);
        assertThat(thrown).hasMessage("validation found at least 100 failures");
        assertThat(thrown.getSuppressed()).hasSize(99);
    }

    private static MillraceException thrown(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(MillraceException.class, call);
    }
}
