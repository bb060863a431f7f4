package io.millrace.parsers.record;

import static io.millrace.parsers.model.BaseType.DOUBLE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Value.FloatValue;
import io.millrace.parsers.model.DateTimeRules;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

/** Floating point numbers of XML Schema against those of Java. */
class LexicalTest {

    private static double read(String text) {
        return ((FloatValue) Lexical.value(DOUBLE, text, DateTimeRules.DEFAULTS)).value();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "0.0",
                "-0.0",
                "1",
                "-1",
                "1234.5625",
                "0.1",
                "00.10",
                ".5",
                "5.",
                "+1.5",
                "1e3",
                "9007199254740992",
                "9007199254740993",
                "0.9007199254740993",
                "123456789012345678",
                "1234567890123456789",
                "3.141592653589793238462643",
                "1E-400"
            })
    void areThoseThatJavaReads(String text) {
        assertThat(read(text)).isEqualTo(Double.parseDouble(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "1.2.3", "1,5", "-", "x", "1 2", "0x1", "1f", "1d", "Infinity"})
    void areRefusedWhereTheyAreNone(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(FieldException.class);
    }

    @Test
    void areTheNearestToAnyDigits() {
        Random random = new Random(11);
        for (int i = 0; i < 100_000; i++) {
            long digits = random.nextLong(1L << random.nextInt(1, 63));
            StringBuilder text = new StringBuilder(Long.toString(digits));
            text.insert(random.nextInt(text.length()) + 1, random.nextBoolean() ? "." : "");
            if (text.charAt(text.length() - 1) == '.') {
                text.append('0');
            }
            assertThat(read(text.toString())).isEqualTo(Double.parseDouble(text.toString()));
        }
    }
}
