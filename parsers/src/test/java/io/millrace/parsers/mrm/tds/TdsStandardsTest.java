package io.millrace.parsers.mrm.tds;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Element;
import io.millrace.engine.parser.Ccsid;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What standards give without being asked. */
class TdsStandardsTest {

    private static final String SEGMENTS =
            """
            segment:
              occurs: 0..*
              sequence:
                tag: string
                field: {occurs: 0..*, sequence: {component: {string:, occurs: 0..*}}}
            """;

    private static final String EDIFACT =
            """
            UNA: {string:, occurs: 0..1, tds: {tag: UNA, interpretValueAs: \
            edifactServiceString}}
            """
                    + SEGMENTS;

    private static final String HL7_FIELD =
            """
                field:
                  occurs: 0..*
                  tds: {repeatingElementDelimiter: <HL7_FS>, delimiter: <HL7_RS>}
                  sequence:
                    repetition:
                      occurs: 0..*
                      tds: {delimiter: <HL7_CS>}
                      sequence:
                        component:
                          occurs: 0..*
                          tds: {delimiter: <HL7_SCS>}
                          sequence: {sub: {string:, occurs: 0..*}}
            """;

    private static final String HL7 =
            """
            MSH:
              tds: {tag: MSH}
              sequence:
                encoding: {string:, tds: {interpretValueAs: hl7ServiceString}}
            """
                    + HL7_FIELD
                    + "segment:\n  occurs: 0..*\n  tds: {tag: \"*\"}\n  sequence:\n"
                    + HL7_FIELD;

    /** Reads and writes a message: untouched, all read, and with all values set anew. */
    static void roundTrip(Texts texts, String message, String read) {
        assertThat(texts.read(message)).isEqualTo(read);
        assertThat(texts.written(texts.parse(message))).isEqualTo(texts.bytes(message));
        Element all = texts.parse(message);
        set(all);
        assertThat(texts.write(all)).isEqualTo(message);
    }

    static void set(Element folder) {
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            set(e);
            if (e.firstChild() == null && e.value() != null) {
                e.value(e.value());
            }
        }
    }

    @Test
    void aCommaSeparatedRecordNeedsNothingButItsFields() {
        Texts csv =
                Texts.of(
                        "{messagingStandard: csv}",
                        "id: int\nname: string\nprice: decimal\nday: date\nok: boolean");
        roundTrip(
                csv,
                "12,Ann,3.50,2026-11-20,1",
                "id=12 name=Ann price=3.50 day=2026-11-20 ok=true");
        roundTrip(
                csv,
                "12,\"Ann \"\"B\"\", x\",3.50,2026-11-20,0",
                "id=12 name=Ann \"B\", x price=3.50 day=2026-11-20 ok=false");
        roundTrip(csv, ",,,,", "name=");
        // A file of one record ends with its line.
        roundTrip(csv, "1,\"a,b\",,,1\n", "id=1 name=a,b ok=true");
        roundTrip(csv, "1,a,,,1\r\n", "id=1 name=a ok=true");
    }

    @Test
    void linesOfATableMayEndInAnyWay() {
        Texts lines =
                Texts.of(
                        "{messagingStandard: csv}",
                        "line: {occurs: 0..*, sequence: {a: string, b: {int:, occurs: 0..1}}}");
        roundTrip(lines, "x,1\ny,2\nz,\n", "line{a=x b=1} line{a=y b=2} line{a=z}");
        roundTrip(lines, "x,1\r\ny,\r\n", "line{a=x b=1} line{a=y}");
        assertThat(lines.read("x,1\r\ny,2")).isEqualTo("line{a=x b=1} line{a=y b=2}");
    }

    /** In IBM's tables X'15' is NEL, the line end, and X'25' is LF. */
    @ParameterizedTest
    @ValueSource(strings = {"\u0085", "\n", "\r\n"})
    void linesOfEbcdicEndInAnyWayAndAreWrittenAsTheyWereRead(String end) {
        Texts lines =
                ebcdic(
                        "{messagingStandard: csv}",
                        "line: {occurs: 0..*, sequence: {a: string, b: {int:, occurs: 0..1}}}");
        roundTrip(lines, "x,1~y,2~z,~".replace("~", end), "line{a=x b=1} line{a=y b=2} line{a=z}");
        Texts one = ebcdic("{messagingStandard: csv}", "a: string\nb: {int:, occurs: 0..1}");
        roundTrip(one, "x,1" + end, "a=x b=1");
        Texts swift = ebcdic("{messagingStandard: swift}", "ref: {string:, tds: {tag: \"20\"}}");
        assertThat(swift.read("\r\n:20:A\r\n-" + end)).isEqualTo("ref=A");
    }

    private static Texts ebcdic(String settings, String fields) {
        return new Texts(Texts.of(settings, fields).parser(), 37, 273, Ccsid.charset(37));
    }

    @Test
    void anEdifactMessageSaysItsDelimiters() {
        Texts edifact = Texts.of("{messagingStandard: edifact, validateEnvelope: false}", EDIFACT);
        roundTrip(
                edifact,
                "UNB+UNOA:1+a?+b+'SRC'UNZ+1'",
                """
                segment{tag=UNB field{component=UNOA component=1} field{component=a+b} field{}} \
                segment{tag=SRC} segment{tag=UNZ field{component=1}}\
                """);
        roundTrip(
                edifact,
                "UNA|*.\\ ~\nUNB*UNOA|1*a\\*b*~\nUNZ*1~\n",
                """
                UNA=|*.\\ ~ segment{tag=UNB field{component=UNOA component=1} \
                field{component=a*b} field{}} segment{tag=UNZ field{component=1}}\
                """);
    }

    @Test
    void anX12MessageSaysItsDelimiters() {
        Texts x12 =
                Texts.of(
                        "{messagingStandard: x12, validateEnvelope: false}",
                        "ISA: {tds: {tag: ISA}, sequence: {e: {string:, occurs: 0..*}}}\n"
                                + SEGMENTS);
        String isa =
                """
                ISA|00|          |00|          |ZZ|A              |ZZ|B              |200711|0100\
                |^|00501|000000001|0|T|>!\
                """;
        roundTrip(
                x12,
                isa + "\r\nGS|HC>1|2||!\r\n",
                x12.read(isa)
                        + """
                         segment{tag=GS field{component=HC component=1} \
                        field{component=2} field{} field{}}\
                        """);
        assertThat(x12.read(isa))
                .startsWith("ISA{e=00 e=")
                .endsWith("e=^ e=00501 e=000000001 e=0 e=T e=>}");
    }

    @Test
    void anHl7MessageSaysItsDelimitersAndEscapesThemByWords() {
        Texts hl7 = Texts.of("{messagingStandard: hl7}", HL7);
        roundTrip(
                hl7,
                "MSH|^~\\&|AD||x^y&z~q\rPID|1||A\\T\\B\\.br\\\r",
                """
                MSH{encoding=|^~\\& field{repetition{component{sub=AD}}} field{} \
                field{repetition{component{sub=x} component{sub=y sub=z}} \
                repetition{component{sub=q}}}} PID{field{repetition{component{sub=1}}} \
                field{} field{repetition{component{sub=A&B\\.br\\}}}}\
                """);
        roundTrip(
                hl7,
                "MSH#$%@!#A$B%C@S@D#\nPID#a!b\n",
                """
                MSH{encoding=#$%@! field{repetition{component{sub=A} component{sub=B}} \
                repetition{component{sub=C$D}}} field{}} \
                PID{field{repetition{component{sub=a sub=b}}}}\
                """);
    }

    @Test
    void anHl7WordOfHexadecimalDigitsMayBeLong() {
        Texts hl7 = Texts.of("{messagingStandard: hl7}", HL7);
        String message = "MSH|^~\\&\rPID|\\X" + "41".repeat(30) + "\\\r";
        assertThat(hl7.read(message)).contains("sub=" + "A".repeat(30));
    }

    @Test
    void endsOfLinesBehindASwiftMessageCountForNothing() {
        Texts swift =
                Texts.of(
                        "{messagingStandard: swift}",
                        "ref: {string:, tds: {tag: \"20\"}}\nby: {string:, tds: {tag: 71A}}");
        roundTrip(swift, "\r\n:20:A\r\n:71A:OUR\r\n-", "ref=A by=OUR");
        assertThat(swift.read("\r\n:20:A\r\n:71A:OUR\r\n-\r\n\r\n")).isEqualTo("ref=A by=OUR");
    }
}
