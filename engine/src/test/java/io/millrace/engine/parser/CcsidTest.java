package io.millrace.engine.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;

import java.nio.charset.Charset;
import java.util.Map;
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
