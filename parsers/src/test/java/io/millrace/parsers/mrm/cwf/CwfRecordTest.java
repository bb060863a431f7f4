package io.millrace.parsers.mrm.cwf;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.IMMEDIATE;
import static io.millrace.parsers.mrm.cwf.Records.shown;
import static io.millrace.parsers.mrm.cwf.Records.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Records of several fields: where they lie, how they are changed, and what is wrong with them. */
class CwfRecordTest {

    private static final Records ORDER =
            Records.latin(
                    """
                    id: {int: 4, cwf: external unsigned}
                    name: {string: 5}
                    count: {int: 1, cwf: external unsigned}
                    item:
                      occurs: 0..9
                      cwf: {repeatReference: count}
                      sequence:
                        code: {string: 2}
                        n: {int: 2, cwf: external unsigned}
                    tail: {string: 3}
                    """);

    @Test
    void aRecordIsATreeOfItsFields() {
        Element body = ORDER.parseText("0042Smith2AA01BB02end");
        assertThat(shown(body))
                .isEqualTo("id=42 name=Smith count=2 item{code=AA n=1} item{code=BB n=2} tail=end");
    }

    @Test
    void aChangeLeavesTheBytesOfTheRestAsTheyWere() {
        Element body = ORDER.parseText("0042Sm\u00fd  2AA01BB02end");
        body.lastChild().previous().child("n").value(Value.of(77));
        assertThat(ORDER.text(body)).isEqualTo("0042Sm\u00fd  2AA01BB77end");
    }

    @Test
    void damageThatNobodyTouchesPassesThroughAChange() {
        Element body = ORDER.parseText("00x2Smith2AA01BB??end");
        body.child("name").value(Value.of("Jo"));
        assertThat(ORDER.text(body)).isEqualTo("00x2Jo   2AA01BB??end");
        assertThatThrownBy(() -> body.valueOf("id"))
                .hasMessage(
                        """
                        MRM, byte 0: the field id is X'30307832', expected a digit (found \
                        X'78')\
                        """);
    }

    @Test
    void digitsOfAnotherCodePageAreToldAsSuch() {
        Element body = ORDER.parseText("00\u00f12Smith2AA01BB02end");
        assertThatThrownBy(() -> body.valueOf("id"))
                .hasMessageEndingWith("(found X'F1', a digit in EBCDIC: check the code page)");
    }

    @Test
    void aCountMustBeTrueOfWhatItCounts() {
        Element body = ORDER.parseText("0042Smith2AA01BB02end");
        Element more = body.child("item").copy();
        body.child("tail").addBefore(more);
        assertThatThrownBy(() -> ORDER.bytes(body))
                .hasMessageContaining("MRM.item")
                .hasMessageContaining("more often than the model");
        body.child("count").value(Value.of(3));
        assertThat(ORDER.text(body)).isEqualTo("0042Smith3AA01BB02AA01end");
    }

    @Test
    void aCountThatIsMissingIsWrittenAsThereAreItems() {
        Element made = tree("id", 7, "name", "x");
        for (int i = 1; i <= 3; i++) {
            Element item = made.add("item");
            item.add("code", Value.of("c" + i));
            item.add("n", Value.of(i));
        }
        made.add("tail", Value.of("t"));
        assertThat(ORDER.text(made)).isEqualTo("0007x    3c101c202c303t  ");
    }

    @Test
    void elementsMayComeInAnyOrder() {
        Element made = tree("tail", "t", "count", 0, "name", "x", "id", "7");
        assertThat(ORDER.text(made)).isEqualTo("0007x    0t  ");
    }

    @Test
    void aLengthMayStandInAnEarlierField() {
        Records records =
                Records.latin(
                        """
                        head:
                          sequence:
                            len: {int: 2, cwf: external unsigned}
                        text: {string:, cwf: {lengthReference: head.len}}
                        all: {int: 2, cwf: external unsigned}
                        rest: {string:, cwf: {lengthReference: all, inclusiveLengthReference: true}}
                        """);
        Element body = records.parseText("03abc06wxyz");
        assertThat(shown(body)).isEqualTo("head{len=3} text=abc all=6 rest=wxyz");
        Element made = tree("text", "hello", "rest", "!");
        assertThat(records.text(made)).isEqualTo("05hello03!");
        made.addFirst(Element.of(0x01000000, "head")).add("len", Value.of(3));
        assertThatThrownBy(() -> records.bytes(made))
                .hasMessageContaining("MRM.text")
                .hasMessageContaining("a string of at most 3 bytes, found CHARACTER 'hello'");
    }

    @Test
    void aChangedLengthDoesNotMoveWhatIsStillToBeFound() {
        Records records =
                Records.latin(
                        """
                        head: {sequence: {len: {int: 2, cwf: external unsigned}}}
                        text: {string:, cwf: {lengthReference: head.len}}
                        end: {string: 1}
                        """);
        Element body = records.parseText("03abcE");
        body.child("head").child("len").value(Value.of(4));
        assertThat(body.textOf("text")).isEqualTo("abc");
        assertThat(body.textOf("end")).isEqualTo("E");
        assertThat(records.text(body)).isEqualTo("04abc E");
    }

    @Test
    void skippedBytesAndAlignmentAreFilledAndPassedOver() {
        Records records =
                Records.model(
                        """
                        messageSet: x
                        formats: {cwf: {byteAlignmentPad: "0xEE"}}
                        messages:
                          m:
                            sequence:
                              a: {byte:}
                              b: {short:, cwf: {byteAlignment: 4}}
                              c: {byte:, occurs: 2, cwf: {leadingSkipCount: 2, trailingSkipCount: 1}}
                              g:
                                occurs: 2
                                sequence:
                                  x: {byte:}
                                  y: {short:, cwf: {byteAlignment: 2}}
                        """);
        String hex = "01EEEEEE0002EEEE03EE04EE05EE000606EE0007";
        Element body = records.parse(hex);
        assertThat(shown(body)).isEqualTo("a=1 b=2 c=3 c=4 g{x=5 y=6} g{x=6 y=7}");
        assertThat(records.write(body.deepCopy())).isEqualTo(hex);
        body.child("a").value(Value.of(9));
        assertThat(records.write(body)).isEqualTo("09" + hex.substring(2));
    }

    @Test
    void occurrencesThatLieDifferentlyToTheirAlignmentAreFoundToo() {
        Records records =
                Records.of(
                        """
                        g:
                          occurs: 3
                          sequence:
                            y: {short:, cwf: {byteAlignment: 2}}
                            x: {byte:}
                        z: {byte:}
                        """);
        String hex = "000101000002020000030304";
        Element body = records.parse(hex);
        assertThat(shown(body)).isEqualTo("g{y=1 x=1} g{y=2 x=2} g{y=3 x=3} z=4");
        assertThat(records.write(body.deepCopy())).isEqualTo(hex);
        body.lastChild().value(Value.of(5));
        assertThat(records.write(body)).isEqualTo("000101000002020000030305");
    }

    @Test
    void whatIsMissingIsItsDefaultOrEmptyOrAnError() {
        Records records =
                Records.latin(
                        """
                        a: {string: 3, default: xyz}
                        b: {int: 2, cwf: external unsigned, occurs: 0..1}
                        c: {string: 2, nillable: true, cwf: {encodingNull: padFill, paddingCharacter: "*"}}
                        d: {string: 2}
                        """);
        assertThat(records.text(tree("d", "D"))).isEqualTo("xyz00**D ");
        assertThatThrownBy(() -> records.bytes(tree()))
                .hasMessageContaining(
                        "MRM.d: the tree has no value for it, and the model has no default");
    }

    @Test
    void aFolderTooMuchIsReportedInsteadOfTheMissingField() {
        Records records = Records.latin("a: {string: 3}\nb: {date:, cwf: {dateTimeFormat: yyyy}}");
        Element made = tree();
        made.add("m").add("b", Value.of("2026"));
        assertThatThrownBy(() -> records.bytes(made))
                .hasMessage(
                        "MRM.m: the model has no such folder here; its fields must be one level"
                                + " higher: write MRM.b");
    }

    @Test
    void aCountThatExceedsTheTreeIsReported() {
        Records records =
                Records.latin(
                        """
                        n: {short: 2, cwf: external unsigned}
                        c: {occurs: 0..9, cwf: {repeatReference: n}, sequence: {d: {string: 2}}}
                        """);
        Element made = tree("n", "3");
        made.add("c").add("d", Value.of("x"));
        assertThatThrownBy(() -> records.bytes(made))
                .hasMessage(
                        "MRM.c: the tree has a count of 1, but the count field n is 3; a missing"
                                + " count is computed");
    }

    @Test
    void valuesThatDoNotFitAreErrorsThatNameTheField() {
        Records records =
                Records.of(
                        """
                        head:
                          sequence:
                            p: {decimal: 3.1, cwf: packed}
                        """);
        assertFails(
                records, Value.of(1000), "MRM.head.p", "a packed decimal of 3 digits", "'1000'");
        assertFails(records, Value.of("abc"), "MRM.head.p", "a number", "CHARACTER 'abc'");
        assertFails(records, null, "MRM.head.p", "found NULL");
        Records unsigned = Records.of("head: {sequence: {p: {int: 3, cwf: packed unsigned}}}");
        assertFails(unsigned, Value.of(-1), "not negative", "-1");
    }

    @Test
    void aCharacterThatTheCodePageLacksIsAnErrorOfItsOwn() {
        Element made = tree("a", "\u20ac");
        assertThatThrownBy(() -> Records.latin("a: {string: 3}").bytes(made))
                .hasMessageContaining("MRM.a")
                .hasMessageContaining("ISO-8859-1, found \u20ac (U+20AC) in")
                .extracting(e -> ((MillraceException) e).code().id())
                .isEqualTo("MR3103");
    }

    private static void assertFails(Records records, Value value, String... words) {
        Element made = tree();
        made.add("head").add("p", value);
        assertThatThrownBy(() -> records.bytes(made))
                .isInstanceOf(MillraceException.class)
                .satisfies(
                        e -> {
                            for (String word : words) {
                                assertThat(e).hasMessageContaining(word);
                            }
                        });
    }

    @Test
    void anElementThatTheModelDoesNotHaveIsAnErrorWithTheNearestName() {
        Element made = tree("nmae", "x", "id", 1, "count", 0, "tail", "t");
        assertThatThrownBy(
                        () ->
                                Records.latin(
                                                """
                                                name: {string: 1, occurs: 0..1}
                                                id: short
                                                count: short
                                                tail: {string: 1}\
                                                """)
                                        .bytes(made))
                .hasMessageContaining("MRM.nmae")
                .hasMessageContaining("did you mean name?");
        assertThatCode(
                        () ->
                                Records.model(
                                                """
                                                messageSet: x
                                                messages: {m: {content: open, \
                                                sequence: {id: short}}}
                                                """)
                                        .bytes(made))
                .doesNotThrowAnyException();
    }

    // Damage

    @Test
    void aRecordThatIsCutOffIsReportedWhereverItIsCut() {
        String whole = "0042Smith2AA01BB02end";
        for (int i = 0; i < whole.length(); i++) {
            String cut = whole.substring(0, i);
            assertThatThrownBy(() -> ORDER.parse(utf8(cut), IMMEDIATE, Limits.DEFAULTS))
                    .isInstanceOf(MillraceException.class)
                    .hasMessageContaining("MRM, byte " + cut.length() + ": the message ends here")
                    .extracting(e -> ((MillraceException) e).code().id())
                    .isEqualTo("MR3002");
        }
        Element early = ORDER.parseText("0042Smi");
        assertThat(early.textOf("id")).as("what is there can be read").isEqualTo("42");
    }

    @Test
    void bytesBehindTheRecordAreReported() {
        assertThatThrownBy(() -> shown(ORDER.parseText("0042Smith0endXY")))
                .hasMessage(
                        """
                        MRM, byte 13: found 2 bytes (X'5859') after the last field, expected the end of the \
                        message\
                        """);
    }

    @Test
    void announcedLengthsDoNotCostMemory() {
        Records text =
                Records.of("n: int\nt: {string:, cwf: {lengthReference: n}}\ne: {string: 1}");
        assertThatThrownBy(() -> shown(text.parse("40000000 C1C2")))
                .hasMessageContaining("t, which begins at byte 4 and has 1073741824 bytes");
        assertThatThrownBy(() -> shown(text.parse("FFFFFFFF C1C2")))
                .hasMessageContaining("the field n is -1");
        Records items =
                Records.of("n: int\ni: {int:, occurs: 0..*, cwf: {repeatReference: n}}\ne: byte");
        assertThatThrownBy(() -> shown(items.parse("7FFFFFFF 00000001")))
                .hasMessageContaining("the message ends here");
        Records empty =
                Records.of(
                        """
                        n: int
                        i: {occurs: 0..*, cwf: {repeatReference: n}, sequence: {}}
                        e: byte\
                        """);
        assertThatThrownBy(() -> shown(empty.parse("7FFFFFFF 01")))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("more than 10000 times i, which is empty");
    }

    @Test
    void lastFieldsMayRepeatUpToTheEnd() {
        Records records = Records.latin("a: {string: 1}\nb: {string: 2, occurs: 0..*}");
        assertThat(shown(records.parseText("A"))).isEqualTo("a=A");
        Records one = Records.latin("a: {string: 1}\nb: {string: 2, occurs: 1..*}");
        assertThatThrownBy(() -> shown(one.parseText("A")))
                .hasMessageContaining("b, which begins at byte 1");
        assertThat(shown(records.parseText("Abbcc"))).isEqualTo("a=A b=bb b=cc");
        assertThatThrownBy(() -> shown(records.parseText("Abbc")))
                .hasMessageContaining("b, which begins at byte 3 and has 2 bytes");
    }

    @Test
    void whatAModelSaysThatCannotBeIsReportedAtItsPlace() {
        assertProblem(
                "a: {string: 3, cwf: packed}",
                "a: the physical type packed cannot be used for string");
        assertProblem("a: string", "a: the model does not specify its length");
        assertProblem("a: {decimal:, cwf: packed}", "does not specify its length");
        assertProblem("a: {int:, cwf: integer 9}", "the length is 9; expected 1 to 8");
        assertProblem(
                "a: {string:, cwf: {lengthReference: b}}\nb: int", "no unique field 'b' before");
        assertProblem(
                "b: {string: 2}\na: {string:, cwf: {lengthReference: b}}",
                "the field 'b', to which a refers, must be a whole number (found string)");
        assertProblem("a: {int:, occurs: 1..*}\nb: int", "b is after a, which extends to the end");
        assertProblem("a: {int:, default: x}", "the default or fixed value 'x'");
        assertProblem(
                "(g): {occurs: 1..*, sequence: {a: int}}",
                "a group without an element around it cannot occur 1..* times");
        assertProblem(
                """
                (g): {occurs: 2, choice: {a: int, b: {string:, cwf: {lengthUnits: \
                endOfBitstream}}}}\
                """,
                "a choice repeats, but b in it extends to the end");
        assertProblem(
                "(g): {occurs: 0..*, choice: {a: int, b: {string: 3}}}\nend: int",
                "end is after the choice, which extends to the end");
        assertProblem(
                "(g): {choice: {a: int, (h): {occurs: 2, choice: {b: int, c: int}}}}",
                "a branch contains a choice");
        assertProblem("a: {date:, cwf: binary}", "needs a dateTimeFormat of the letters");
        assertProblem("a: {date:, cwf: {physicalType: binary, dateTimeFormat: yyy}}", "'yyy'");
        assertProblem("a: {date:, cwf: {physicalType: binary, dateTimeFormat: yyQ}}", "'Q'");
        assertProblem("a: {date:, cwf: {physicalType: binary, dateTimeFormat: yyMyy}}", "'yy'");
        assertProblem(
                "a: {date:, cwf: {physicalType: binary, dateTimeFormat: yyyy, length: 2}}",
                "the length is 2; expected 4");
        assertProblem(
                "a: {dateTime:, cwf: {physicalType: timeSeconds, dateTimeFormat: yyyyMMdd}}",
                "must specify its start");
        assertProblem("a: {date:, cwf: {dateTimeFormat: b}}", "the letter b has no meaning");
        assertProblem(
                "a: {int:, nillable: true, cwf: {encodingNull: padFill}}",
                "encodingNull padFill is not possible for int as integer");
        assertProblem(
                "f: {sequence: {(c): {choice: {a: {string:, cwf: nullTerminated}}}}}\nd: int",
                "the choice");
    }

    @Test
    void aSizeThatCannotBeReadIsToldOnce() {
        for (String type :
                List.of(
                        "string: abc",
                        "string: -3",
                        "string: {maxLength: x}",
                        "decimal: {totalDigits: q}",
                        "decimal: 2.9")) {
            assertThat(Records.problems("a: {" + type + "}")).as(type).hasSize(1);
        }
    }

    @Test
    void aPropertyThatCannotBeReadIsToldOnce() {
        for (String field :
                List.of(
                        "{string:, cwf: {length: abc}}",
                        "{string:, cwf: {length: -1}}",
                        "{string:, cwf: {length: 99999999999}}",
                        "{string:, cwf: {lengths: 3}}",
                        "{string:, cwf: {length: }}",
                        "{string:, cwf: {length: [3]}}",
                        "{string:, cwf: x3}",
                        "{string:, cwf: [3]}",
                        "{decimal:, cwf: {physicalType: packed, length: 3x}}",
                        "{decimal: 4.2, cwf: {physicalType: bcd, length: 3}}",
                        "{date:, cwf: {physicalType: binary, dateTimeFormat: }}",
                        "{string:, cwf: {lengthReference: }}",
                        "{string:, cwf: {lengthUnits: bites}}")) {
            assertThat(Records.problems("a: " + field)).as(field).hasSize(1);
        }
        assertThat(Records.problems("a: {string:, cwf: {length: abc}}\nb: string"))
                .extracting(p -> p.place().line() + ": " + p.text())
                .satisfiesExactly(
                        p ->
                                assertThat(p)
                                        .isEqualTo(
                                                """
                                                5: length must be an integer of at least 0 (found \
                                                'abc')\
                                                """),
                        p ->
                                assertThat(p)
                                        .startsWith("6: b: the model does not specify its length"));
    }

    private static void assertProblem(String fields, String words) {
        assertThat(Records.problems(fields))
                .extracting(Problem::text)
                .anySatisfy(text -> assertThat(text).contains(words));
        assertThat(Records.problems(fields))
                .allSatisfy(p -> assertThat(p.place().line()).isGreaterThan(4));
    }

    @Test
    void aTypeThatContainsItselfIsReported() {
        io.millrace.engine.error.Problems problems = new io.millrace.engine.error.Problems();
        new io.millrace.parsers.mrm.MrmParser()
                .with(
                        java.util.List.of(
                                new io.millrace.engine.error.Source(
                                        "x",
                                        """
                                        messageSet: x
                                        messages: {m: T}
                                        types: {T: {sequence: {a: int, t: T}}}
                                        """)),
                        problems);
        assertThat(problems.all())
                .extracting(Problem::text)
                .anySatisfy(t -> assertThat(t).contains("t contains itself without an end"));
    }

    @Test
    void groupsMayRepeatWithoutAnElementAroundThem() {
        Records records =
                Records.latin(
                        """
                        - (g):
                            occurs: 1..3
                            sequence:
                              n: {int: 1, cwf: external unsigned}
                              text: {string:, cwf: {lengthReference: n}}
                        - end: {string: 1}
                        """);
        Element body = records.parseText("1a2bc0.");
        assertThat(shown(body)).isEqualTo("n=1 text=a n=2 text=bc n=0 text= end=.");
        assertThat(records.text(body.deepCopy())).isEqualTo("1a2bc0.");
        assertThat(records.text(tree("text", "xyz", "end", "!"))).isEqualTo("3xyz00!");
    }

    private static final String NODE =
            """
            messageSet: x
            messages: {m: Node}
            types:
              Node:
                sequence:
                  name: {string: 1}
                  children: {int: 1, cwf: external unsigned}
                  child: {type: Node, occurs: 0..9, cwf: {repeatReference: children}}
                  size: {int: 1, cwf: external unsigned}
                  note: {string:, cwf: {lengthReference: size}}
            """;

    @Test
    void aTypeMayContainItselfWhereANumberEndsIt() {
        Records records = Records.model(NODE).latin();
        String tree = "a2b1c001xd02yz3end";
        Element body = records.parseText(tree);
        assertThat(shown(body))
                .isEqualTo(
                        """
                        name=a children=2 child{name=b children=1 child{name=c children=0 size=0 \
                        note=} size=1 note=x} child{name=d children=0 size=2 note=yz} \
                        size=3 note=end\
                        """);
        assertThat(records.text(body.deepCopy())).isEqualTo(tree);
        Element changed = records.parseText(tree);
        changed.at("child", "child", "name").value(Value.of("C"));
        assertThat(records.text(changed)).isEqualTo(tree.replace('c', 'C'));
    }

    @Test
    void numbersThatAreMissingAreCountedAtEveryDepth() {
        Records records = Records.model(NODE).latin();
        Element made = records.parseText("a2b1c001xd02yz3end").deepCopy();
        for (Element e : List.of(made, made.child("child"), made.at("child", "child"))) {
            e.child("children").remove();
            e.child("size").remove();
        }
        assertThat(records.text(made)).isEqualTo("a2b1c001xd02yz3end");
    }

    @Test
    void aRecordGoesNoDeeperThanTheLimit() {
        Records records = Records.model(NODE).latin();
        String deep = "a1".repeat(100_000) + "a0" + "0".repeat(100_001);
        assertThatThrownBy(() -> records.parseText(deep).child("size"))
                .hasMessageContaining("more than 1000 levels");
        assertThatThrownBy(() -> shown(records.parseText(deep)))
                .hasMessageContaining("more than 1000 levels");
    }
}
