package io.millrace.parsers.mrm.cwf;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.parsers.mrm.cwf.Records.BIG;
import static io.millrace.parsers.mrm.cwf.Records.EBCDIC;
import static io.millrace.parsers.mrm.cwf.Records.shown;
import static io.millrace.parsers.mrm.cwf.Records.tree;
import static io.millrace.parsers.record.RecordTypes.UNRESOLVED_CHOICE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Choices in records, which the bytes do not resolve. */
class CwfChoiceTest {

    private static final Records PAY =
            Records.latin(
                    """
                    kind: {string: 1}
                    (pay):
                      choice:
                        hourly: {int: 3, cwf: external unsigned}
                        monthly:
                          sequence:
                            base: {int: 4, cwf: external unsigned}
                            extra: {int: 2, cwf: external unsigned}
                        list: {int: 1, occurs: 3, cwf: external unsigned}
                    end: {string: 1}
                    """);

    @Test
    void aChoiceStaysUnresolvedUntilABranchIsNamed() {
        Element body = PAY.parseText("H123456E");
        assertThat(body.textOf("end")).isEqualTo("E");
        Element choice = body.firstChild().next();
        assertThat(choice.type()).isEqualTo(UNRESOLVED_CHOICE);
        assertThat(choice.name()).isEmpty();
        assertThat(body.child("monthly")).isSameAs(choice);
        assertThat(shown(body)).isEqualTo("kind=H monthly{base=1234 extra=56} end=E");
        assertThat(body.isClean()).isTrue();
        assertThat(body.child("hourly")).as("resolved once").isNull();
    }

    @Test
    void aBranchThatIsShorterThanTheOthersLeavesTheRestOfTheirBytes() {
        Element body = PAY.parseText("H123456E");
        assertThat(body.textOf("hourly")).isEqualTo("123");
        assertThat(shown(body)).isEqualTo("kind=H hourly=123 end=E");
        body.child("hourly").value(Value.of(9));
        assertThat(PAY.write(body)).isEqualTo("4830303900000045");
    }

    @Test
    void aBranchThatRepeatsComesWithAllItsOccurrences() {
        Element body = PAY.parseText("L123456E");
        assertThat(body.textOf("list")).isEqualTo("1");
        assertThat(shown(body)).isEqualTo("kind=L list=1 list=2 list=3 end=E");
    }

    @Test
    void anUnresolvedChoiceGoesOutAsItCame() {
        Element body = PAY.parseText("H123456E");
        body.child("kind").value(Value.of("X"));
        assertThat(PAY.text(body)).isEqualTo("X123456E");
        assertThat(PAY.text(body.deepCopy())).isEqualTo("X123456E");
        assertThatThrownBy(() -> PAY.in(EBCDIC, BIG).bytes(body))
                .hasMessageContaining("a choice of hourly, monthly, list is not resolved");
        assertThat(body.child("hourly")).isNotNull();
        assertThat(PAY.in(EBCDIC, BIG).write(body)).isEqualTo("E7F1F2F3000000C5");
    }

    @Test
    void aCopyResolvesItsChoicesForItself() {
        Element body = PAY.parseText("H123456E");
        Element copy = body.copy();
        assertThat(copy.lastChild().name()).isEqualTo("end");
        assertThat(body.child("hourly")).isNotNull();
        assertThat(copy.child("monthly").child("base").value()).isEqualTo(Value.of(1234));
        assertThat(body.child("monthly")).isNull();
        assertThat(body.copy().child("hourly").value()).isEqualTo(Value.of(123));
    }

    @Test
    void aTreeHasOneBranchOfAChoice() {
        Element made = tree("kind", "H", "end", "E");
        assertThatThrownBy(() -> PAY.bytes(made))
                .hasMessageContaining("has none of hourly, monthly, list");
        made.add("hourly", Value.of(5));
        assertThat(PAY.write(made)).isEqualTo("4830303500000045");
        made.add("list", Value.of(5));
        assertThatThrownBy(() -> PAY.bytes(made)).hasMessageContaining("hourly and list");
    }

    @Test
    void anEmbeddedMessageIsResolvedByItsName() {
        Records records =
                Records.model(
                                """
                                messageSet: x
                                messages:
                                  m:
                                    sequence:
                                      kind: {string: 1}
                                      body: {message: [short, long]}
                                  short: {sequence: {s: {string: 2}}}
                                  long: {sequence: {l: {string:, cwf: nullTerminated}}}
                                """)
                        .latin();
        var template = new io.millrace.engine.parser.MessageTemplate("MRM", "x", "m", "cwf");
        Element body =
                records.parser()
                        .parse(
                                utf8("Labc\0"),
                                io.millrace.engine.parser.ParseOptions.of(
                                        template, Records.LATIN, Records.IEEE));
        Element inner = body.child("body");
        assertThatThrownBy(() -> inner.child("short"))
                .hasMessageContaining("found 2 bytes after short");
        assertThat(inner.child("long").textOf("l")).isEqualTo("abc");
    }

    private static final Records VIEWS =
            Records.latin(
                    """
                    kind: {string: 1}
                    rest:
                      sequence:
                        no: {string: 2}
                        (view):
                          choice:
                            long: {sequence: {a: {string: 3}, b: {string: 3}}}
                            short: {string: 2, cwf: {trailingSkipCount: 4}}
                    """);

    @Test
    void aRecordMayEndWithTheBranchThatItHolds() {
        for (String record : List.of("S01xy", "S01xy.", "S01xy....")) {
            Element body = VIEWS.parseText(record);
            Element copy = body.copy();
            assertThat(body.at("rest", "short").text()).isEqualTo("xy");
            assertThat(VIEWS.text(body)).isEqualTo(record);
            copy.child("kind").value(Value.of("T"));
            assertThat(VIEWS.text(copy)).isEqualTo(record.replace('S', 'T'));
        }
        assertThat(VIEWS.parseText("L01abcdef").at("rest", "long", "b").text()).isEqualTo("def");
    }

    @Test
    void aBranchThatTheRecordIsTooShortForIsDamage() {
        Element body = VIEWS.parseText("S01xy");
        assertThatThrownBy(() -> body.at("rest", "long", "b")).hasMessageContaining("long");
        assertThat(body.at("rest", "short").text()).isEqualTo("xy");
        assertThatThrownBy(() -> shown(VIEWS.parseText("S01x")))
                .hasMessageContaining("a choice of long, short, which begins at byte 3");
        assertThatThrownBy(() -> shown(VIEWS.parseText("S01xy.....")))
                .hasMessageContaining("found 1 byte (X");
    }

    private static final Records VARYING =
            Records.latin(
                    """
                    kind: {string: 1}
                    (pay):
                      choice:
                        text: {string:, cwf: lengthEncoded1}
                        table:
                          sequence:
                            n: {int: 1, cwf: external unsigned}
                            row: {occurs: 0..9, cwf: {repeatReference: n}, sequence: {x: {string: 2}}}
                        fixed: {string: 2}
                    no: {int: 1, cwf: external unsigned}
                    name: {string:, occurs: 0..9, cwf: {length: 2, repeatReference: no}}
                    end: {string: 1}
                    """);

    @Test
    void aChoiceOfBranchesOfAnyLengthLastsUpToTheEndUntilOneIsNamed() {
        String record = "T2aabb2ccddE";
        Element body = VARYING.parseText(record);
        assertThat(shown(body)).isEqualTo("kind=T =" + utf8("2aabb2ccddE").hex());
        assertThat(VARYING.text(body)).isEqualTo(record);
        assertThatThrownBy(() -> body.child("end"))
                .hasMessageContaining("end is after a choice of text, table, fixed")
                .hasMessageContaining("select one of them first");
        body.child("kind").value(Value.of("X"));
        assertThat(VARYING.text(body)).isEqualTo("X2aabb2ccddE");
    }

    @Test
    void whatIsBehindAChoiceOfVaryingLengthIsFoundWhenABranchIsNamed() {
        Element body = VARYING.parseText("T2aabb2ccddE");
        assertThat(body.child("table").child("n").value()).isEqualTo(Value.of(2));
        assertThat(shown(body))
                .isEqualTo("kind=T table{n=2 row{x=aa} row{x=bb}} no=2 name=cc name=dd end=E");
        assertThat(body.isClean()).isTrue();
        body.child("end").value(Value.of("F"));
        assertThat(VARYING.text(body)).isEqualTo("T2aabb2ccddF");
        assertThat(VARYING.text(body.deepCopy())).isEqualTo("T2aabb2ccddF");
        Element other = VARYING.parseText("F\003abc0E");
        assertThat(other.textOf("text")).isEqualTo("abc");
        assertThat(other.textOf("end")).isEqualTo("E");
        assertThat(other.child("name")).isNull();
    }

    @Test
    void copiesResolveChoicesOfVaryingLengthForThemselves() {
        Element body = VARYING.parseText("?1ab1cdE");
        assertThat(body.textOf("kind")).isEqualTo("?");
        Element copy = body.copy();
        assertThat(copy.lastChild().type()).isEqualTo(UNRESOLVED_CHOICE);
        assertThat(body.child("table").child("row").textOf("x")).isEqualTo("ab");
        assertThat(body.textOf("end")).isEqualTo("E");
        assertThatThrownBy(() -> copy.child("fixed")).hasMessageContaining("the field no is");
        assertThat(copy.child("table").child("n").value()).isEqualTo(Value.of(1));
        assertThat(shown(copy)).isEqualTo("kind=? table{n=1 row{x=ab}} no=1 name=cd end=E");
    }

    @Test
    void aBranchThatDoesNotLeaveWhatIsBehindItIsDamageAndLeavesTheChoice() {
        Element body = VARYING.parseText("T2aabb2ccddE");
        assertThatThrownBy(() -> body.child("fixed")).hasMessageContaining("no");
        assertThatThrownBy(() -> body.child("text")).hasMessageContaining("text");
        assertThat(body.textOf("table")).isNull();
        assertThat(body.child("no").value()).isEqualTo(Value.of(2));
        Element longer = VARYING.parseText("T00EX");
        assertThatThrownBy(() -> longer.child("table")).hasMessageContaining("found 1 byte (X");
    }

    @Test
    void choicesOfVaryingLengthFollowOneAnotherAndLieInFoldersThatAreTheLast() {
        Records records =
                Records.latin(
                        """
                        id: {string: 1}
                        rest:
                          sequence:
                            (one): {choice: {a: {string:, cwf: lengthEncoded1}, b: {string: 1}}}
                            (two): {choice: {c: {string:, cwf: lengthEncoded1}, d: {string: 1}}}
                            end: {string: 1}
                        """);
        Element body = records.parseText("1\002xyzE");
        assertThat(body.lastChild().name()).isEqualTo("rest");
        Element rest = body.child("rest");
        assertThat(rest.textOf("a")).isEqualTo("xy");
        assertThat(rest.textOf("d")).isEqualTo("z");
        assertThat(rest.textOf("end")).isEqualTo("E");
        rest.child("d").value(Value.of("q"));
        assertThat(records.text(body)).isEqualTo("1\002xyqE");
        assertThat(
                        Records.problems(
                                """
                                rest:
                                  sequence:
                                    (one): {choice: {a: {string:, cwf: lengthEncoded1}, b: {string: 1}}}
                                    end: {string: 1}
                                more: {string: 1}
                                """))
                .hasSize(1);
        assertThat(
                        Records.problems(
                                """
                                (one): {choice: {a: {string:, cwf: {lengthUnits: endOfBitstream}}, b: {string: 1}}}
                                end: {string: 1}
                                """))
                .hasSize(1);
    }

    @Test
    void aTreeWithAnOpenChoiceAndMoreBehindItCannotBeWritten() {
        Element copy = VARYING.parseText("T2aabb2ccddE").deepCopy();
        copy.add("end", Value.of("E"));
        assertThatThrownBy(() -> VARYING.bytes(copy))
                .hasMessageContaining("a choice of text, table, fixed is not resolved");
    }
}
