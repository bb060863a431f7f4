package io.millrace.parsers.mrm.cwf;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.parsers.mrm.cwf.Records.BIG;
import static io.millrace.parsers.mrm.cwf.Records.EBCDIC;
import static io.millrace.parsers.mrm.cwf.Records.shown;
import static io.millrace.parsers.mrm.cwf.Records.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldReader;
import io.millrace.engine.message.Value;
import io.millrace.parsers.record.RecordTypes;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Choices that occur more than once. */
class CwfChoicesTest {

    private static final Records FIXED =
            Records.latin(
                    """
                    id: {string: 1}
                    (entry):
                      occurs: 3
                      choice:
                        paid: {int: 3, cwf: external unsigned}
                        note: {sequence: {a: {string: 2}, b: {string: 2}}}
                        code: {int: 1, occurs: 2, cwf: external unsigned}
                    end: {string: 1}
                    """);

    /** Each turn has no length of its own. */
    private static final Records VARYING =
            Records.latin(
                    """
                    id: {string: 1}
                    (entry):
                      occurs: 2
                      choice:
                        text: {string:, cwf: lengthEncoded1}
                        pair: {sequence: {x: {string: 1}, y: {string: 1}}}
                    end: {string: 1}
                    """);

    private static String hex(String text) {
        return utf8(text).hex();
    }

    @Test
    void aTurnBecomesWhatAProgramNamesItInTheirOrder() {
        Element body = FIXED.parseText("I123.ABCD45..E");
        assertThat(shown(body))
                .isEqualTo(
                        "id=I ="
                                + hex("123.")
                                + " ="
                                + hex("ABCD")
                                + " ="
                                + hex("45..")
                                + " end=E");
        assertThat(body.textOf("paid")).isEqualTo("123");
        assertThat(shown(body))
                .isEqualTo("id=I paid=123 =" + hex("ABCD") + " =" + hex("45..") + " end=E");
        assertThat(body.child("note").textOf("b")).isEqualTo("CD");
        assertThat(body.textOf("paid")).as("named once").isEqualTo("123");
        assertThat(body.child("", "code", 2).text()).isEqualTo("5");
        assertThat(shown(body)).isEqualTo("id=I paid=123 note{a=AB b=CD} code=4 code=5 end=E");
        assertThat(body.isClean()).isTrue();
        assertThat(body.child("", "paid", 2)).isNull();
    }

    @Test
    void anIndexNamesAsManyTurnsAsItNeeds() {
        Element body = FIXED.parseText("I123.456.789.E");
        assertThat(body.child("", "paid", 2).text()).isEqualTo("456");
        assertThat(body.lastChild().previous().type()).isEqualTo(RecordTypes.UNRESOLVED_CHOICE);
        Element read = FIXED.parseText("I123.456.789.E");
        FieldReader reader = FieldReader.of("paid[3]", "end").at(read);
        assertThat(reader.integer(0)).isEqualTo(789);
        assertThat(reader.text(1)).isEqualTo("E");
        assertThat(FIXED.parseText("I123.456.789.E").child("", "paid", 9)).isNull();
    }

    @Test
    void whatIsBehindTurnsOfFixedLengthIsFoundWithoutThem() {
        assertThat(FIXED.parseText("I????????????E").textOf("end")).isEqualTo("E");
        Element unseen = FIXED.parseText("I????????????E");
        assertThat(FieldReader.of("end").at(unseen).text(0)).isEqualTo("E");
        assertThat(unseen.lastKnown()).isNull();
    }

    @Test
    void turnsGoOutAsTheyCameOrAsTheyWereNamed() {
        Element body = FIXED.parseText("I123.ABCD45..E");
        body.child("id").value(Value.of("J"));
        assertThat(FIXED.text(body)).isEqualTo("J123.ABCD45..E");
        assertThat(FIXED.text(body.deepCopy())).isEqualTo("J123.ABCD45..E");
        body.child("paid").value(Value.of(7));
        assertThat(FIXED.text(body)).isEqualTo("J007\0ABCD45..E");
        body.child("note").child("a").value(Value.of("x"));
        assertThat(FIXED.text(body)).isEqualTo("J007\0x CD45..E");
        assertThatThrownBy(() -> FIXED.in(EBCDIC, BIG).bytes(body))
                .hasMessageContaining("a choice of paid, note, code is not resolved");
        assertThat(body.child("code")).isNotNull();
        assertThat(FIXED.in(EBCDIC, BIG).write(body)).isEqualTo("D1F0F0F700A740C3C4F4F50000C5");
    }

    @Test
    void turnsOfATreeAreWrittenInTheirOrder() {
        Element made = tree("end", "E", "id", "I", "paid", 1);
        Element note = made.add("note");
        note.add("b", Value.of("B"));
        note.add("a", Value.of("A"));
        assertThatThrownBy(() -> FIXED.bytes(made))
                .hasMessageContaining("has 2 of paid, note, code, but must have 3");
        Element paid = made.add("paid", Value.of(2));
        assertThat(FIXED.text(made)).isEqualTo("I001\0A B 002\0E");
        paid.detach();
        made.child("paid").addBefore(paid);
        assertThat(FIXED.text(made)).isEqualTo("I002\000001\0A B E");
        made.add("paid", Value.of(3));
        assertThatThrownBy(() -> FIXED.bytes(made)).hasMessageContaining("paid");
    }

    @Test
    void turnsThatNeedNotBeThereLeaveTheirRoom() {
        Records records =
                Records.latin(
                        """
                        (e): {occurs: 1..3, choice: {a: {string: 2}, b: {string: 1}}}
                        z: {string: 1}\
                        """);
        Element made = tree("z", "Z");
        assertThatThrownBy(() -> records.bytes(made)).hasMessageContaining("has none of a, b");
        made.add("b", Value.of("B"));
        assertThat(records.text(made)).isEqualTo("B\0\0\0\0\0Z");
        Element body = records.parseText("B\0\0\0\0\0Z");
        assertThat(body.textOf("b")).isEqualTo("B");
        body.child("z").value(Value.of("Y"));
        assertThat(records.text(body)).isEqualTo("B\0\0\0\0\0Y");
    }

    @Test
    void anOptionalChoiceLeavesItsRoom() {
        Records records =
                Records.latin(
                        "(e): {occurs: 0..1, choice: {a: {string: 2}, b: int}}\nz: {string: 1}");
        Element made = tree("z", "Z");
        assertThat(records.write(made)).isEqualTo("000000005A");
        made.add("a", Value.of("A"));
        assertThat(records.write(made)).isEqualTo("412000005A");
    }

    @Test
    void turnsWithoutAnEndLastUpToTheEndOfTheMessage() {
        Records records =
                Records.latin(
                        """
                        id: {string: 1}
                        (e): {occurs: 1..*, choice: {a: {string: 2}, b: {string: 1}}}\
                        """);
        Element body = records.parseText("IAAB.CC");
        assertThat(body.child("", "a", 1).text()).isEqualTo("AA");
        assertThat(body.textOf("b")).isEqualTo("B");
        assertThat(body.child("", "a", 2).text()).isEqualTo("CC");
        assertThat(body.child("", "a", 3)).isNull();
        assertThat(shown(body)).isEqualTo("id=I a=AA b=B a=CC");
        body.add("b", Value.of("D"));
        assertThat(records.text(body)).isEqualTo("IAAB\0CCD\0");
        assertThatThrownBy(() -> shown(records.parseText("IAAB")))
                .hasMessageContaining("a choice of a, b, which begins at byte 3 and has 2 bytes");
        assertThatThrownBy(() -> shown(records.parseText("I")))
                .hasMessageContaining("a choice of a, b");
    }

    @Test
    void turnsOfVaryingLengthAreFoundOneBehindTheOther() {
        Element body = VARYING.parseText("I\003abcXYE");
        assertThat(shown(body)).isEqualTo("id=I =" + hex("\003abcXYE"));
        assertThatThrownBy(() -> body.child("end")).hasMessageContaining("end is after a choice");
        assertThat(body.textOf("text")).isEqualTo("abc");
        assertThat(shown(body)).isEqualTo("id=I text=abc =" + hex("XYE"));
        assertThatThrownBy(() -> body.child("end")).hasMessageContaining("end is after a choice");
        assertThat(body.child("pair").textOf("y")).isEqualTo("Y");
        assertThat(body.textOf("end")).isEqualTo("E");
        assertThat(body.isClean()).isTrue();
        body.child("text").value(Value.of("q"));
        assertThat(VARYING.text(body)).isEqualTo("I\001qXYE");
        Element half = VARYING.parseText("I\003abcXYE");
        half.child("text").value(Value.of("q"));
        assertThat(VARYING.text(half)).isEqualTo("I\001qXYE");
        assertThat(VARYING.parseText("I\001a\002bcE").child("", "text", 2).text()).isEqualTo("bc");
    }

    @Test
    void aTurnThatDoesNotFitIsDamageAndStaysOpen() {
        Element body = VARYING.parseText("I\003abcXYE");
        assertThatThrownBy(() -> body.child("", "pair", 2))
                .hasMessageContaining("2 bytes (X'5945') after");
        assertThat(body.child("", "pair", 1).textOf("y")).isEqualTo("a");
        Element other = VARYING.parseText("I\003abcXYE");
        assertThat(other.textOf("text")).isEqualTo("abc");
        assertThatThrownBy(() -> other.child("", "text", 2)).hasMessageContaining("text");
        assertThat(other.child("pair").textOf("x")).isEqualTo("X");
    }

    @Test
    void copiesNameTheirTurnsForThemselves() {
        Element body = FIXED.parseText("I123.456.789.E");
        assertThat(body.textOf("paid")).isEqualTo("123");
        Element copy = body.copy();
        assertThat(copy.child("", "note", 2).textOf("a")).isEqualTo("78");
        assertThat(body.child("", "paid", 3).text()).isEqualTo("789");
        assertThat(shown(copy)).isEqualTo("id=I paid=123 note{a=45 b=6.} note{a=78 b=9.} end=E");
        Element open = VARYING.parseText("I\003abcXYE");
        assertThat(open.textOf("text")).isEqualTo("abc");
        assertThat(open.copy().child("pair").textOf("x")).isEqualTo("X");
        assertThat(shown(open)).endsWith("=" + hex("XYE"));
    }

    @Test
    void turnsThatLieDifferentlyToTheirAlignmentAreFoundAsOfVaryingLength() {
        Records records =
                Records.latin(
                        """
                        (e):
                          occurs: 1..3
                          choice:
                            n: {int:, cwf: {byteAlignment: 4}}
                            s: {string: 5}
                        """);
        Element body = records.parse("00000001414243444500000000000002");
        assertThat(body.valueOf("n")).isEqualTo(Value.of(1));
        assertThat(body.textOf("s")).isEqualTo("ABCDE");
        assertThat(body.child("", "n", 2).value()).isEqualTo(Value.of(2));
        assertThat(body.child("", "n", 3)).isNull();
        assertThat(records.write(body.deepCopy())).isEqualTo("00000001414243444500000000000002");
    }

    /** Turns by chance, of fixed and of varying length: what is written is read again. */
    @Property
    void whatIsWrittenIsReadAgain(@ForAll Random random) {
        boolean fixed = random.nextBoolean();
        int most = random.nextInt(5) + 1;
        boolean endless = random.nextBoolean();
        boolean followed = !endless && random.nextBoolean();
        String model =
                "id: {string: 1}\n(e): {occurs: 1.."
                        + (endless ? "*" : most)
                        + """
                        , choice: {a: {string: 4}, b: {sequence: {x: {short:}, y: {string: 1}}}, \
                        c: \
                        """
                        + (fixed ? "{int: 3, cwf: packed}" : "{string:, cwf: lengthEncoded2}")
                        + "}}\n"
                        + (followed ? "end: {string: 2}\n" : "");
        Records records = Records.of(model).in(random.nextBoolean() ? 500 : 819, Records.IEEE);
        int turns = !fixed && followed ? most : 1 + random.nextInt(most);
        Element tree = tree("id", "I");
        var names = new ArrayList<String>();
        for (int i = 0; i < turns; i++) {
            names.add(List.of("a", "b", "c").get(random.nextInt(3)));
            switch (names.getLast()) {
                case "a" -> tree.add("a", Value.of("A" + random.nextInt(999)));
                case "b" -> {
                    Element folder = tree.add("b");
                    folder.add("x", Value.of(random.nextInt(30_000)));
                    folder.add("y", Value.of("Y"));
                }
                default ->
                        tree.add(
                                "c",
                                fixed
                                        ? Value.of(random.nextInt(999))
                                        : Value.of("c".repeat(random.nextInt(9))));
            }
        }
        if (followed) {
            tree.add("end", Value.of("ZZ"));
        }
        Bytes bytes = records.bytes(tree);
        Element body = records.parse(bytes);
        int[] counts = new int[3];
        int named = random.nextInt(turns + 1);
        for (String name : names.subList(0, named)) {
            assertThat(body.child("", name, ++counts[name.charAt(0) - 'a'])).isNotNull();
        }
        body.child("id").value(Value.of("I"));
        assertThat(records.bytes(body)).isEqualTo(bytes);
        for (String name : names.subList(named, turns)) {
            body.child("", name, ++counts[name.charAt(0) - 'a']);
        }
        String shown = shown(body);
        if (fixed && !endless) {
            shown = shown.replaceAll(" =[0-9A-F]+", "");
        }
        assertThat(shown).isEqualTo(shown(tree));
    }
}
