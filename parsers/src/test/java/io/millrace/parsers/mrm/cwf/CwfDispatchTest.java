package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.Records.BIG;
import static io.millrace.parsers.mrm.cwf.Records.EBCDIC;
import static io.millrace.parsers.mrm.cwf.Records.shown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Choice;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.json.JsonParser;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.xml.XmlParser;
import io.millrace.parsers.xml.XmlnscParser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** Choices whose branch a field selects, and the copies of unresolved choices to other formats. */
class CwfDispatchTest {

    private static final String PAY =
            """
            kind: {string: 2}
            (pay):
              cwf: {choiceDispatchKey: kind}
              choice:
                hourly: {int: 3, cwf: {physicalType: external, signed: false, choiceBranchKey: H}}
                monthly:
                  cwf: {choiceBranchKey: [M, N]}
                  sequence:
                    base: {int: 4, cwf: external unsigned}
                    extra: {int: 2, cwf: external unsigned}
                (list):
                  cwf: {choiceBranchKey: L}
                  sequence:
                    first: {string: 1}
                    second: {string: 2, occurs: 2}
            end: {string: 1}
            """;

    private static final Records RECORDS = Records.latin(PAY);

    @ParameterizedTest
    @CsvSource({
        "H 123456E, kind=H hourly=123 end=E",
        "M 123456E, kind=M monthly{base=1234 extra=56} end=E",
        "N 123456E, kind=N monthly{base=1234 extra=56} end=E",
        "L abbccdE, kind=L first=a second=bb second=cc end=E",
    })
    void aFieldSelectsTheBranchOfAChoice(String record, String expected) {
        assertThat(shown(RECORDS.parseText(record))).isEqualTo(expected);
        Element out = RECORDS.parseText(record);
        assertThat(out.textOf("end")).as("without the choice").isEqualTo("E");
        assertThat(shown(out)).isEqualTo(expected);
        assertThat(RECORDS.text(out)).isEqualTo(record);
        assertThat(shown(RECORDS.parseText(record).copy())).isEqualTo(expected);
        out.child("end").value(Value.of("X"));
        String changed = record.substring(0, 8) + "X";
        assertThat(RECORDS.text(out)).isEqualTo(changed);
    }

    @Test
    void aResolvedChoiceIsConvertedToOtherCodePages() {
        Element body = RECORDS.parseText("H 123   E");
        assertThat(RECORDS.in(EBCDIC, BIG).write(body)).isEqualTo("C840F1F2F3000000C5");
    }

    @Test
    void otherBranchesDoNotExist() {
        Element body = RECORDS.parseText("M 123456E");
        assertThat(body.child("hourly")).isNull();
        assertThat(body.child("first")).isNull();
        assertThat(body.child("monthly").textOf("extra")).isEqualTo("56");
    }

    @Test
    void aValueWithoutABranchIsAnError() {
        Element body = RECORDS.parseText("Q 123456E");
        assertThat(body.textOf("kind")).isEqualTo("Q");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> body.child("hourly"))
                    .hasMessage(
                            """
                            MRM, byte 0: the field kind is 'Q', which selects no branch of the \
                            choice of hourly, monthly, first; expected one of H, M, N, L\
                            """);
            assertThatThrownBy(body::lastChild).hasMessageContaining("selects no branch");
        }
    }

    /** The length of a branch varies, and the choice is inside a folder. */
    @Test
    void aFieldSelectsBranchesOfVaryingLength() {
        Records records =
                Records.latin(
                        """
                        head: {sequence: {type: {int: 2, cwf: external unsigned}}}
                        body:
                          cwf: {choiceDispatchKey: head.type}
                          choice:
                            name: {string: 9, cwf: {physicalType: lengthEncoded1, choiceBranchKey: 1}}
                            code: {string: 2, cwf: {choiceBranchKey: "02"}}
                        end: {string: 1}
                        """
                                .replace("body:", "(body):"));
        assertThat(shown(records.parseText("01\u0003AnnE")))
                .isEqualTo("head{type=1} name=Ann end=E");
        assertThat(records.parseText("01\u0003AnnE").textOf("end")).isEqualTo("E");
        assertThat(shown(records.parseText("02xyE"))).isEqualTo("head{type=2} code=xy end=E");
        Element body = records.parseText("01\u0003AnnE");
        body.child("name").value(Value.of("Berta"));
        assertThat(records.text(body)).isEqualTo("01\u0005BertaE");
        assertThatThrownBy(() -> records.parseText("01\u0009AnnE").child("end"))
                .hasMessageContaining("name");
    }

    @Test
    void everyOccurrenceOfAChoiceHasTheSelectedBranch() {
        Records fixed =
                Records.latin(
                        """
                        k: {string: 1}
                        (entry):
                          occurs: 3
                          cwf: {choiceDispatchKey: k}
                          choice:
                            a: {string: 2, cwf: {choiceBranchKey: A}}
                            b: {int: 2, cwf: {physicalType: external, choiceBranchKey: B}}
                        """);
        assertThat(shown(fixed.parseText("Axxyyzz"))).isEqualTo("k=A a=xx a=yy a=zz");
        assertThat(shown(fixed.parseText("B010203"))).isEqualTo("k=B b=1 b=2 b=3");
        Records varying =
                Records.latin(
                        """
                        k: {string: 1}
                        (entry):
                          occurs: "*"
                          cwf: {choiceDispatchKey: k}
                          choice:
                            a: {string: 9, cwf: {physicalType: lengthEncoded1, choiceBranchKey: A}}
                            b: {string: 2, cwf: {choiceBranchKey: B}}
                        """);
        assertThat(shown(varying.parseText("A\u0001x\u0002yy\u0000"))).isEqualTo("k=A a=x a=yy a=");
        assertThat(shown(varying.parseText("Bxxyy"))).isEqualTo("k=B b=xx b=yy");
    }

    @Test
    void theModelFileKeepsTheKeys() {
        Problems problems = new Problems();
        String text = "messageSet: test\nmessages:\n  m:\n    sequence:\n" + PAY.indent(6);
        MessageSet set = ModelYaml.read(new Source("a.model.yaml", text), problems).set();
        String written = ModelYaml.write(set);
        assertThat(written)
                .contains("choiceDispatchKey: kind")
                .contains("choiceBranchKey: [H]")
                .contains("choiceBranchKey: [M, N]");
        MessageSet again = ModelYaml.read(new Source("a.model.yaml", written), problems).set();
        assertThat(again).isEqualTo(set);
        assertThat(problems.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    choiceDispatchKey: kind      | choiceDispatchKey: kid     | no unique field 'kid' before the choice
                    choiceBranchKey: L           | choiceBranchKey: N         | the choiceBranchKey 'N' selects monthly and first
                    , choiceBranchKey: H         | ''                         | the branch hourly of the choice has no choiceBranchKey
                    cwf: {choiceDispatchKey: kind} | documentation: x          | unknown
                    choiceBranchKey: L           | choiceDispatchKey: kind    | choiceDispatchKey is specified for a sequence
                    '{string: 2}'                | '{string: 2, cwf: {choiceDispatchKey: end}}' | 'choiceDispatchKey' is permitted only in a choice
                    kind: {string: 2}            | kind: {int: 2, cwf: external} | the choiceBranchKey 'H' of hourly is not a number
                    """)
    void mistakesOfTheModelAreReported(String old, String changed, String expected) {
        List<Problem> problems =
                Records.problems(PAY.replaceFirst(java.util.regex.Pattern.quote(old), changed));
        assertThat(problems).isNotEmpty();
        assertThat(problems.toString()).contains(expected);
    }

    @Test
    void branchKeysWithoutADispatchKeyAreReported() {
        assertThat(
                        Records.problems(PAY.replace("  cwf: {choiceDispatchKey: kind}\n", ""))
                                .toString())
                .contains(
                        "branches have a choiceBranchKey, but the choice has no choiceDispatchKey");
    }

    private static final Records REDEFINED =
            Records.latin(
                    """
                    K: {string: 1}
                    (1):
                      choice:
                        A: {string: 4}
                        B: {int: 4, cwf: external unsigned}
                    """);

    @ParameterizedTest
    @ValueSource(strings = {"XML", "XMLNSC", "JSON"})
    void anUnresolvedChoiceIsAnErrorInOtherFormats(String domain) {
        Parser parser =
                switch (domain) {
                    case "XML" -> new XmlParser();
                    case "JSON" -> new JsonParser();
                    default -> new XmlnscParser();
                };
        WriteOptions options = WriteOptions.of(MessageTemplate.domain(domain), 1208, 273);
        String folder = domain.equals("JSON") ? "Data" : "doc";
        for (boolean deep : new boolean[] {false, true}) {
            Element record = REDEFINED.parseText("X1234");
            Element out = Element.of(ElementType.NAME, domain).domain(domain);
            Element copy = deep ? record.deepCopy() : record.copy();
            copy.name(folder);
            out.addLast(copy);
            assertThatThrownBy(() -> parser.write(out, options))
                    .hasMessageStartingWith(domain + "." + folder + ": found ")
                    .hasMessageContaining(
                            deep
                                    ? "found a choice, which is unresolved"
                                    : "the choice of A, B, which")
                    .hasMessageContaining("in the program before the copy")
                    .hasMessageContaining("choiceDispatchKey and choiceBranchKey (CWF)");
            if (!deep) {
                assertThat(copy.child("B").value()).isEqualTo(Value.of(1234));
                assertThat(parser.write(out, options).text(UTF_8)).contains("1234");
            }
        }
    }

    @Test
    void theBranchesOfAnUnresolvedChoiceCanBeInspected() {
        Element place = REDEFINED.parseText("X12a4").lastChild();
        Choice choice = place.choice();
        assertThat(choice.branches().keySet()).containsExactly("A", "B");
        assertThat(shown(choice.branches().get("A").get())).isEqualTo("A=12a4");
        Element b = choice.branches().get("B").get();
        assertThatThrownBy(() -> b.firstChild().value()).hasMessageContaining("the field B");
        assertThat(place.name()).isEmpty();
        assertThat(place.parent().child("K").choice()).isNull();
    }
}
