package io.millrace.parsers.mrm.tds.standards;

import static io.millrace.parsers.model.MessagingStandard.EDIFACT;
import static io.millrace.parsers.model.MessagingStandard.HL7;
import static io.millrace.parsers.model.MessagingStandard.USER_DEFINED_TEXT;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_RS;
import static io.millrace.parsers.model.ServiceCharacter.HL7_GROUP_TERM;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.model.TdsSettings;
import io.millrace.parsers.record.TextCode;
import io.millrace.parsers.record.Wire;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.Charset;

/** The end of the first segment or line is found by bytes or by characters, wherever it is. */
class ServiceReaderTest {

    private static final DefaultEncoding ENCODING = TdsSettings.encoding(USER_DEFINED_TEXT);

    private static Delimiters read(String text, int ccsid, MessagingStandard standard) {
        TextCode code = Wire.of(ccsid, 273, ENCODING).text();
        Charset charset = code.charset();
        return ServiceReader.read(Bytes.of(text.getBytes(charset)), code, standard, true);
    }

    /** Latin-1 and UTF-8 are looked at by bytes, UTF-16 by characters. */
    @ParameterizedTest
    @ValueSource(ints = {819, 1208, 1200})
    void aLinesEndIsFoundHoweverFarAwayItIs(int ccsid) {
        for (int length : new int[] {0, 1, 119, 255, 256, 257, 2_047, 2_048, 16_384, 30_000}) {
            String line = "é".repeat(length);
            for (String end : new String[] {"\r\n", "\n", "\r"}) {
                Delimiters found = read(line + end + "next", ccsid, USER_DEFINED_TEXT);
                assertThat(found.lineEnd()).as(length + " characters").isEqualTo(end);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {819, 1208, 1200})
    void aMessageWithoutLinesHasNoEndOfALine(int ccsid) {
        assertThat(read("x".repeat(70_000), ccsid, USER_DEFINED_TEXT).lineEnd()).isEmpty();
        assertThat(read("", ccsid, USER_DEFINED_TEXT).lineEnd()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {819, 1208, 1200})
    void theFirstSegmentOfEdifactEndsBehindATerminatorThatIsData(int ccsid) {
        String head = "UNB+UNOA:3+it?'s" + "x".repeat(500) + "'";
        assertThat(read(head + "\r\nUNH+1'", ccsid, EDIFACT).lineEnd()).isEqualTo("\r\n");
        assertThat(read(head + "UNH+1'\r\n", ccsid, EDIFACT).lineEnd()).isEmpty();
        assertThat(read(head, ccsid, EDIFACT).of(EDIFACT_RS)).isEmpty();
    }

    @Test
    void linesOfHl7EndAsTheFirstOneDoes() {
        String head = "MSH|^~\\&|" + "x".repeat(300);
        Delimiters lines = read(head + "\nPID|", 1208, HL7);
        assertThat(lines.of(HL7_GROUP_TERM)).isEqualTo("\n");
        assertThat(lines.lineEnd()).isEmpty();
        Delimiters both = read(head + "\r\nPID|", 1208, HL7);
        assertThat(both.of(HL7_GROUP_TERM)).isEqualTo("\r");
        assertThat(both.lineEnd()).isEqualTo("\n");
    }
}
