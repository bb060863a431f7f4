package io.millrace.parsers.record;

import static io.millrace.parsers.record.Numbers.isShortest;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;

class NumbersTest {

    @ParameterizedTest
    @ValueSource(strings = {"1", "-1", "10", "1234567", "1234.5625", "-9.01", "123456789012345.67"})
    void aNumberInItsShortestFormIsWrittenAsItIs(String text) {
        assertThat(isShortest(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "0",
                "-0",
                "007",
                "1.",
                ".5",
                "0.5",
                "1.50",
                "1.0",
                "1E3",
                "+1",
                " 1",
                "1 ",
                "1.2.3",
                "1-",
                "--1",
                "1234567890123456789",
                "NaN",
                "\u0661"
            })
    void anyOtherNumberIsLookedAt(String text) {
        assertThat(isShortest(text)).isFalse();
    }

    @Property
    void theShortestFormIsThatOfTheNumber(
            @ForAll @CharRange(from = '-', to = '9') @StringLength(max = 20) String text) {
        if (isShortest(text)) {
            BigDecimal number = new BigDecimal(text);
            assertThat(number.toPlainString()).isEqualTo(text);
            assertThat(number.stripTrailingZeros().toPlainString()).isEqualTo(text);
        }
    }
}
