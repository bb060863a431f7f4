package io.millrace.engine.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.UnmappableCharacterException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class CcsidTest {

    @Test
    void theCodedCharacterSetsThatMessagesUseAreKnown() {
        Map.ofEntries(
                        Map.entry(1208, "UTF-8"),
                        Map.entry(1200, "UTF-16BE"),
                        Map.entry(1202, "UTF-16LE"),
                        Map.entry(819, "ISO-8859-1"),
                        Map.entry(367, "US-ASCII"),
                        Map.entry(850, "IBM850"),
                        Map.entry(437, "IBM437"),
                        Map.entry(37, "IBM037"),
                        Map.entry(500, "IBM500"),
                        Map.entry(273, "IBM273"),
                        Map.entry(1047, "IBM1047"),
                        Map.entry(1140, "IBM01140"),
                        Map.entry(1141, "IBM01141"),
                        Map.entry(1148, "IBM01148"),
                        Map.entry(858, "IBM00858"),
                        Map.entry(1252, "windows-1252"),
                        Map.entry(5348, "windows-1252"),
                        Map.entry(943, "x-IBM943"),
                        Map.entry(930, "x-IBM930"),
                        Map.entry(923, "ISO-8859-15"))
                .forEach(
                        (ccsid, name) ->
                                assertThat(Ccsid.charset(ccsid))
                                        .as("%d", ccsid)
                                        .isEqualTo(Charset.forName(name)));
    }

    /** IBM's table of 838 has two bytes for each of five tone marks of Thai. */
    @Test
    void everyByteOfASingleByteEbcdicCodePageSurvivesTheWayThroughText() {
        List<Charset> pages =
                Charset.availableCharsets().values().stream()
                        .filter(page -> page.canEncode() && isSingleByteEbcdic(page))
                        .toList();
        assertThat(pages).hasSizeGreaterThan(30);
        for (Charset page : pages) {
            int ccsid = Ccsid.of(page).orElseThrow();
            Charset charset = Ccsid.charset(ccsid);
            Set<Integer> lost = new TreeSet<>();
            for (int b = 0; b < 256; b++) {
                Bytes one = Bytes.of(new byte[] {(byte) b});
                String text = one.text(charset);
                boolean isDefined = !text.equals("\uFFFD");
                if (isDefined && !Bytes.of(text.getBytes(charset)).equals(one)) {
                    lost.add(b);
                }
            }
            Set<Integer> twice = Set.of(0x51, 0xCA, 0xE1, 0xFD, 0xFE);
            assertThat(lost)
                    .as("%d", ccsid)
                    .isEqualTo(page.name().equals("IBM-Thai") ? twice : Set.of());
        }
    }

    private static boolean isSingleByteEbcdic(Charset charset) {
        return charset.newEncoder().maxBytesPerChar() <= 1
                && charset.newDecoder().maxCharsPerByte() <= 1
                && new String(new byte[] {(byte) 0xC1, (byte) 0xF0}, charset).equals("A0");
    }

    /** The standard tables of IBM and ICU; Java maps X'15' of most code pages to a line feed. */
    @ParameterizedTest
    @ValueSource(ints = {37, 273, 290, 500, 1047, 1140})
    void x15IsTheNewLineAndX25TheLineFeedOfEbcdic(int ccsid) {
        Charset charset = Ccsid.charset(ccsid);
        assertThat(Bytes.of(new byte[] {0x15, 0x25}).text(charset)).isEqualTo("\u0085\n");
        assertThat("\u0085\n".getBytes(charset)).containsExactly(0x15, 0x25);
    }

    @Test
    void bytesAndCharactersThatACodePageLacksAreDetected() {
        Charset charset = Ccsid.charset(424);
        assertThatThrownBy(() -> charset.newDecoder().decode(ByteBuffer.wrap(new byte[] {0x70})))
                .isInstanceOf(UnmappableCharacterException.class);
        assertThat(charset.newEncoder().canEncode('\u20AC')).isFalse();
        assertThat(charset.newEncoder().canEncode('A')).isTrue();
        assertThat("A\u20ACA".getBytes(charset)).containsExactly(0xC1, 0x6F, 0xC1);
        assertThat("A\uD83D\uDE00A".getBytes(charset)).containsExactly(0xC1, 0x6F, 0xC1);
    }

    @Test
    void theByteOrderOf1200IsThatOfTheEncodingField() {
        assertThat(Ccsid.charset(1200, 273).name()).isEqualTo("UTF-16BE");
        assertThat(Ccsid.charset(1200, 546).name()).isEqualTo("UTF-16LE");
        assertThat(Ccsid.charset(1208, 546).name()).isEqualTo("UTF-8");
    }

    @Test
    void everyIdentifierInTheTableIsACharsetOfThisJvm() {
        assertThat(Ccsid.NAMED.keySet())
                .allSatisfy(
                        ccsid -> {
                            assertThat(Ccsid.isKnown(ccsid)).isTrue();
                            assertThat(Ccsid.charset(ccsid)).isNotNull();
                        });
    }

    /** Asking the JVM for a name that it does not have takes half a millisecond: not for all. */
    @Test
    void aNumberInTheNameOfACharsetIsKnownOnlyWhereItIsAnIdentifier() {
        IntStream numbers =
                Charset.availableCharsets().values().stream()
                        .flatMap(
                                set -> Stream.concat(Stream.of(set.name()), set.aliases().stream()))
                        .flatMap(name -> Pattern.compile("\\d+").matcher(name).results())
                        .filter(number -> number.group().length() <= 5)
                        .mapToInt(number -> Integer.parseInt(number.group()))
                        .distinct();
        numbers.filter(Ccsid::isKnown)
                .forEach(ccsid -> assertThat(Ccsid.charset(ccsid)).as("%d", ccsid).isNotNull());
        assertThat(Ccsid.isKnown(4711)).isFalse();
    }

    @Test
    void aCharsetHasItsIdentifier() {
        assertThat(Ccsid.of(Charset.forName("UTF-8"))).hasValue(1208);
        assertThat(Ccsid.of(Charset.forName("IBM500"))).hasValue(500);
        assertThat(Ccsid.of(Charset.forName("ISO-8859-15"))).hasValue(923);
        assertThat(Ccsid.of(Charset.forName("IBM01140"))).hasValue(1140);
    }

    @Test
    void anUnknownIdentifierIsAnErrorThatNamesIt() {
        assertThatThrownBy(() -> Ccsid.charset(4711))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_CCSID))
                .hasMessageContaining("4711");
        assertThatThrownBy(() -> Ccsid.charset(-2)).isInstanceOf(MillraceException.class);
    }
}
