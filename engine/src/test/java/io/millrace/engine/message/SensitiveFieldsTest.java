package io.millrace.engine.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class SensitiveFieldsTest {

    private static final SensitiveFields CARD =
            SensitiveFields.of(List.of(List.of("XMLNSC", "order", "card", "number")));

    private final Element root = Element.of(ElementType.NAME, "Root");
    private final Element order = root.add("XMLNSC").add("order");
    private final Element card = order.add("card");

    private SensitiveValues values(Object... numbers) {
        for (Object number : numbers) {
            card.add("number", number instanceof Long n ? Value.of(n) : Value.of((String) number));
        }
        return SensitiveValues.of(CARD, MessageAssembly.of(root));
    }

    @Test
    void aPathIsTheEndOfTheNamesAboveAnElement() {
        Element number = card.add("number", "1");
        assertThat(CARD.cover(number)).isTrue();
        assertThat(CARD.cover(number.add("digits", "1"))).isTrue();
        assertThat(CARD.cover(card)).isFalse();
        assertThat(CARD.cover(card.add("owner", "1"))).isFalse();
        assertThat(CARD.cover(order.add("number", "1"))).isFalse();
        assertThat(CARD.cover(order.add("gift").add("number", "1"))).isFalse();
        assertThat(SensitiveFields.NONE.cover(number)).isFalse();
    }

    @Test
    void aPathAppliesToCopiesAndToPartsOfATree() {
        Element number = card.add("number", "1");
        Element environment = Element.of(ElementType.NAME, "Environment");
        environment.add("saved").addLast(root.firstChild().copy());
        Element copied = environment.at("saved", "XMLNSC", "order", "card", "number");
        assertThat(CARD.cover(copied)).isTrue();
        assertThat(CARD.cover(number.copy())).isTrue();
        assertThat(CARD.cover(card.copy().child("number"))).isTrue();
        assertThat(CARD.cover(order.copy().at("card", "number"))).isTrue();
    }

    @Test
    void aPathInOneXmlDomainAppliesToAll() {
        Element other = root.add("XMLNS").add("order").add("card").add("number", "1");
        assertThat(CARD.cover(other)).isTrue();
        SensitiveFields record = SensitiveFields.of(List.of(List.of("MRM", "card", "number")));
        assertThat(record.cover(card.add("number", "1"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4111222233334444|found 4111222233334444 here|found *** here",
                // Errors shorten long values.
                "4111222233334444|cannot cast '4111222233... (16 characters)|cannot cast '***..."
                        + " (16 characters)",
                "4111222233334444|x41112222y|x***y",
                "4111222233334444|4111|4111",
                "12345|a12345b|a***b",
                "123|the PIN 123 of 1234|the PIN *** of 1234",
                "123|123|***",
                "O'Brien-Miller|name = 'O''Brien-Miller'|name = '***'",
                "a<b&c-long|x: a&lt;b&amp;c-long.|x: ***.",
                "secret|736563726574|***",
            })
    void valuesAreMaskedInText(String value, String text, String expected) {
        assertThat(values(value).mask(text)).isEqualTo(expected);
    }

    @Test
    void allValuesAreMasked() {
        SensitiveValues values = values("4111222233334444", "4111222299998888", 77L, "");
        assertThat(values.mask("4111222299998888, 4111222233334444 and 77, not 770"))
                .isEqualTo("***, *** and ***, not 770");
        assertThat(new SensitiveValues(CARD).mask("77")).isEqualTo("77");
    }

    @Test
    void textAndInsertsOfAnExceptionAndOfItsCausesAreMasked() {
        SensitiveValues values = values("4111222233334444");
        IllegalStateException library = new IllegalStateException("key 4111222233334444");
        MillraceException inner =
                MillraceException.of(ErrorCode.ESQL_CAST, "cannot cast '4111222233334444'")
                        .type(ExceptionType.CAST)
                        .inserts(Insert.of("4111222233334444"), Insert.of(5))
                        .node("ComputeNode", "flow.node", "node")
                        .cause(library)
                        .build();
        MillraceException masked =
                values.mask(new MillraceException(ErrorCode.NODE_EXCEPTION, "outer", inner));
        assertThat(masked.root())
                .satisfies(
                        e -> assertThat(e.getMessage()).isEqualTo("cannot cast '***'"),
                        e ->
                                assertThat(e.inserts())
                                        .containsExactly(Insert.of("***"), Insert.of(5)),
                        e -> assertThat(e.type()).isEqualTo(ExceptionType.CAST),
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.ESQL_CAST),
                        e -> assertThat(e.node()).isEqualTo("flow.node"),
                        e -> assertThat(e.getCause()).hasMessageEndingWith("key ***"));
        MillraceException harmless = new MillraceException(ErrorCode.ESQL_CAST, "harmless");
        assertThat(values.mask(harmless)).isSameAs(harmless);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "no '4111222233334444': found '33334444'|no '***': found '***'",
                "no '4111222233334444': found '3', 5 or 2222|no '***': found '***', 5 or ***",
                "found '33334444'|found '***'",
                "found '3' in 2222|found '3' in 2222",
            })
    void errorsDoNotShowPartsOfAValue(String text, String expected) {
        MillraceException error = new MillraceException(ErrorCode.ESQL_CAST, text);
        assertThat(values("4111222233334444").mask(error)).hasMessage(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "JSON, byte 7: found 'abc', expected true|JSON, byte 7: found ***, expected true",
                "MRM: found 12, expected 3, expected x|MRM: found ***, expected x",
                "the field pin is X'12', expected digits|the field pin is ***, expected digits",
                "the length of a is \"4x\", too long|the length of a is ***, too long",
                "the bytes 0x4111 are invalid|the bytes *** are invalid",
            })
    void errorsOfParsersDoNotShowWhatTheyFound(String text, String expected) {
        MillraceException error =
                MillraceException.of(ErrorCode.PARSE_FAILED, text)
                        .type(ExceptionType.PARSER)
                        .build();
        assertThat(new SensitiveValues(CARD).mask(error)).hasMessage(expected);
        assertThat(new SensitiveValues(SensitiveFields.NONE).mask(error)).hasMessage(text);
    }
}
