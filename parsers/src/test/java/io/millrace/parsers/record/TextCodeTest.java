package io.millrace.parsers.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.Charset;

/** Texts in coded character sets, wherever in a message they lie. */
class TextCodeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTF-8",
                "ISO-8859-1",
                "ISO-8859-7",
                "windows-1252",
                "IBM1047",
                "UTF-16BE",
                "Shift_JIS"
            })
    void textsAreDecodedAsJavaDoesWhateverTheirLength(String name) {
        Charset charset = Charset.forName(name);
        TextCode code = TextCode.of(charset);
        String special = charset.newEncoder().canEncode('é') ? "é" : "Ω";
        for (int length = 0; length < 40; length++) {
            for (int at = 0; at <= length; at++) {
                String text = "a".repeat(at) + (at < length ? special : "") + "z".repeat(at % 3);
                byte[] bytes = (special + text + special).getBytes(charset);
                int before = special.getBytes(charset).length;
                assertThat(code.decode(bytes, before, bytes.length - before)).isEqualTo(text);
            }
        }
    }

    @Test
    void whatIsNoTextIsRefusedWhereverItStands() {
        TextCode code = TextCode.of(UTF_8);
        for (int at = 0; at < 20; at++) {
            byte[] bytes = "abcdefghijklmnopqrst".getBytes(UTF_8);
            bytes[at] = (byte) 0xC3;
            assertThatThrownBy(() -> code.decode(bytes, 0, bytes.length))
                    .isInstanceOf(FieldException.class)
                    .hasMessageContaining("UTF-8");
        }
    }
}
