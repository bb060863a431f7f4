package io.millrace.parsers.header;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.message.ElementType.VALUE;
import static io.millrace.parsers.Messages.ASSEMBLER;
import static io.millrace.parsers.Messages.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.parsers.HeaderBytes;
import io.millrace.parsers.Messages;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;

/** Messages in the programmable command format. */
class MqpcfTest {

    private static final Mqpcf PARSER = new Mqpcf();
    private static final Bytes SAMPLE = HeaderBytes.ALL.get("MQPCF");

    private static Element parse(Bytes bytes) {
        return PARSER.parse(bytes, 819, 273, Limits.DEFAULTS).folder();
    }

    private static Bytes write(Element folder, int ccsid, int encoding) {
        return PARSER.write(folder, ccsid, encoding, null, Limits.DEFAULTS);
    }

    /** Names, values, and children in braces. */
    private static String shown(Element folder) {
        StringBuilder out = new StringBuilder();
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            out.append(out.isEmpty() ? "" : " ").append(e.name());
            out.append(e.name().isEmpty() ? "" : "=").append(e.value().text());
            out.append(e.firstChild() == null ? "" : "{" + shown(e) + "}");
        }
        return out.toString();
    }

    private static Bytes with(int at, int value) {
        byte[] bytes = SAMPLE.toArray().clone();
        ByteBuffer.wrap(bytes).putInt(at, value);
        return Bytes.of(bytes);
    }

    @Test
    void aCommandIsATreeOfItsParameters() {
        assertThat(shown(parse(SAMPLE)))
                .isEqualTo(
                        """
                        Type=7 Version=3 Command=44 MsgSeqNumber=1 Control=1 CompCode=0 Reason=0 \
                        Parameter=1229{5} Parameter=2015{QM1     } \
                        ParameterList=1001{7 -7} ParameterList=3001{A     BC   } \
                        Parameter=7001{010203} Filter=16{Operator=2 Value=100} \
                        Filter=2016{Operator=18 Value=AB*} \
                        Filter=7002{Operator=1 Value=ABCD} \
                        Parameter64=1500{4294967298} \
                        ParameterList64=1501{-1 9} \
                        Group=8001{Parameter=1{10} Group=8002{Parameter=2{20}}}\
                        """);
    }

    @Test
    void aChangeLeavesTheBytesOfTheOtherParameters() {
        Element folder = parse(SAMPLE);
        folder.child("Parameter").firstChild().value(Value.of(6));
        byte[] expected = SAMPLE.toArray().clone();
        ByteBuffer.wrap(expected).putInt(48, 6);
        assertThat(write(folder, 819, 273)).isEqualTo(Bytes.of(expected));
    }

    @Test
    void countsAreThoseOfTheTree() {
        Element folder = parse(SAMPLE);
        folder.add("ParameterCount", Value.of(99));
        folder.lastChild()
                .previous()
                .child("Group")
                .add("Parameter", Value.of(3))
                .addLast(Element.of(VALUE, "", Value.of("x")));
        folder.child("Filter").remove();
        Bytes written = write(folder, 819, 273);
        assertThat(shown(parse(written)))
                .contains("Group=8002{Parameter=2{20} Parameter=3{x}}")
                .doesNotContain("Filter=16");
        assertThat(ByteBuffer.wrap(written.toArray()).getInt(32)).isEqualTo(10);
    }

    @Test
    void anotherLayoutIsWrittenAnew() {
        Bytes written = write(parse(SAMPLE), 500, 546);
        assertThat(written.at(0)).isEqualTo((byte) 7);
        Element again = PARSER.parse(written, 500, 546, Limits.DEFAULTS).folder();
        assertThat(shown(again)).isEqualTo(shown(parse(SAMPLE)));
    }

    @Test
    void theOrderOfBytesIsFoundWhereEncodingIsWrong() {
        assertThat(shown(PARSER.parse(SAMPLE, 819, 546, Limits.DEFAULTS).folder()))
                .isEqualTo(shown(parse(SAMPLE)));
    }

    @Test
    void aProgramMakesACommand() {
        Element made = Element.of(ElementType.NAME, "MQPCF").domain("MQPCF");
        made.add("Command", Value.of(44));
        made.add("Parameter", Value.of(2016)).addLast(Element.of(VALUE, "", Value.of("ABC")));
        Bytes written = write(made, 819, 273);
        assertThat(written.hex())
                .isEqualToIgnoringCase(
                        "00000001 00000024 00000001 0000002C 00000001 00000001 00000000 00000000"
                                        .replace(" ", "")
                                + "00000001"
                                + "00000004 00000018 000007E0 00000000 00000003 41424300"
                                        .replace(" ", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"MQADMIN", "MQEVENT", "MQPCF"})
    void aMessageMayBeNothingElse(String format) {
        Mqmd descriptor = new Mqmd().format(format).codedCharSetId(819).encoding(273);
        Element root = Messages.read(descriptor, SAMPLE, "");
        assertThat(root.lastChild().name()).isEqualTo("MQPCF");
        MessageAssembler.Written written = ASSEMBLER.write(root.copy());
        assertThat(written.body()).isEqualTo(SAMPLE);
        assertThat(written.descriptor().format()).isEqualTo(format);
        root.lastChild().child("Command").value(Value.of(45));
        assertThat(ASSEMBLER.write(root).descriptor().format()).isEqualTo(format);
    }

    @Test
    void whatIsBehindItIsABodyAsEver() {
        Mqmd descriptor = new Mqmd().format("MQPCF").codedCharSetId(819).encoding(273);
        Element root = Messages.read(descriptor, join(SAMPLE, utf8("{}")), "JSON");
        assertThat(root.lastChild().name()).isEqualTo("JSON");
        assertThat(ASSEMBLER.write(root).body()).isEqualTo(join(SAMPLE, utf8("{}")));
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    4, 40, 'found StrucLength 40, expected 36'
                    32, -1, '(found -1)'
                    32, 1000000, '(found 1000000)'
                    32, 12, 'the parameter at byte 352'
                    36, 99, 'found a structure of Type 99'
                    40, 20, 'found StrucLength 20, expected 16'
                    40, 0, 'found StrucLength 0, expected 16'
                    68, 9, 'whose counts need 9 bytes'
                    68, -1, 'whose counts need 4294967295 bytes'
                    92, 2000000000, 'whose counts need 8000000000 bytes'
                    124, 1000000, 'whose counts need'
                    300, 2147483647, 'ParameterCount must be 0 to '
                    """)
    void damageIsFoundWhenTheHeaderIs(int at, int value, String words) {
        assertThatThrownBy(() -> parse(with(at, value))).hasMessageContaining(words);
    }

    @Test
    void groupsGoNoDeeperThanTheLimit() {
        ByteBuffer deep = ByteBuffer.allocate(36 + 16 * 2_000);
        deep.put(SAMPLE.toArray(), 0, 32).putInt(1);
        for (int i = 1; i <= 2_000; i++) {
            deep.putInt(20).putInt(16).putInt(i).putInt(i == 2_000 ? 0 : 1);
        }
        assertThatThrownBy(() -> parse(Bytes.of(deep.array())))
                .hasMessageContaining("more than 1000 nested groups");
    }

    @Test
    void aParameterHasOneValueThatItsKindCanHold() {
        Element none = Element.of(ElementType.NAME, "MQPCF");
        none.add("Parameter", Value.of(1));
        assertThatThrownBy(() -> write(none, 819, 273))
                .hasMessageContaining("found 0 values below it, expected one value (Parameter.*)");
        Element wide = Element.of(ElementType.NAME, "MQPCF");
        wide.add("Parameter", Value.of(1)).addLast(Element.of(VALUE, "", Value.of(1L << 40)));
        assertThatThrownBy(() -> write(wide, 819, 273)).hasMessageContaining("a 32-bit integer");
        Element other = Element.of(ElementType.NAME, "MQPCF");
        other.add("Paramter", Value.of(1));
        assertThatThrownBy(() -> write(other, 819, 273))
                .hasMessageContaining("did you mean Parameter");
    }
}
