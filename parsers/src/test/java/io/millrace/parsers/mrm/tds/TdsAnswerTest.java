package io.millrace.parsers.mrm.tds;

import static io.millrace.engine.message.Content.UNANSWERED;
import static io.millrace.parsers.mrm.tds.Texts.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.stream.Collectors.joining;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.parsers.NameSteps;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

/** Fields that are read without elements being made. */
class TdsAnswerTest {

    private static final String CSV = "{messagingStandard: csv}";

    private static final Texts LINE =
            Texts.of(
                    CSV,
                    """
                    a: {string:}
                    n: {int:, occurs: 0..1}
                    b: {string:}
                    d: {double:}
                    """);

    private static final Texts TAGGED =
            Texts.of(
                    "{messagingStandard: userDefinedText}",
                    """
                    m:
                      tds: {delimiter: ";", tagDataSeparator: "="}
                      sequence:
                        a: {string:, tds: {tag: A}}
                        b: {int:, occurs: 0..5, tds: {tag: BB}}
                        c:
                          tds: {tag: C, dataElementSeparation: allElementsDelimited, delimiter: "/"}
                          sequence: {d: string, e: decimal}
                    """);

    private static Value ask(Element body, String path) {
        NameSteps names = NameSteps.of(path);
        return ChildSearch.readDirect(body, names, 0, names.index(names.length() - 1));
    }

    @Test
    void fieldsAreAnsweredWithoutElements() {
        Element body = LINE.parse("x,7,\"y,\"\"z\"\"\",2.5");
        assertThat(ask(body, "b")).isEqualTo(Value.of("y,\"z\""));
        assertThat(ask(body, "a")).isEqualTo(Value.of("x"));
        assertThat(ask(body, "d")).isEqualTo(new FloatValue(2.5));
        assertThat(ask(body, "n")).isEqualTo(Value.of(7));
        assertThat(body.lastKnown()).isNull();
    }

    @Test
    void whatIsNotThereIsAnsweredToo() {
        Element body = LINE.parse("x,,y,2.5");
        assertThat(ask(body, "n")).isNull();
        assertThat(ask(body, "b")).isEqualTo(Value.of("y"));
        assertThat(ask(body, "b[2]")).isNull();
        assertThat(ask(body, "other")).isSameAs(UNANSWERED);
    }

    @Test
    void tagsAreAnsweredInAnyOrderAndByNumber() {
        Element body = TAGGED.parse("C=y/2.5;BB=1;A=x;BB=2;BB=3");
        assertThat(ask(body, "c.d")).isEqualTo(Value.of("y"));
        assertThat(ask(body, "b[3]")).isEqualTo(Value.of(3));
        assertThat(ask(body, "b")).isEqualTo(Value.of(1));
        assertThat(ask(body, "b[2]")).isEqualTo(Value.of(2));
        assertThat(ask(body, "b[4]")).isNull();
        assertThat(ask(body, "a")).isEqualTo(Value.of("x"));
        assertThat(ask(body, "c.e").text()).isEqualTo("2.5");
        assertThat(ask(body, "c[2].e")).isNull();
        assertThat(ask(body, "c")).isSameAs(UNANSWERED);
        assertThat(body.lastKnown()).isNull();
    }

    @Test
    void damageIsSeenByWhoReadsBehindIt() {
        Element body = LINE.parse("x,seven,\"y");
        assertThat(ask(body, "a")).isEqualTo(Value.of("x"));
        assertThatThrownBy(() -> ask(body, "n")).hasMessageContaining("the field n is 'seven'");
        assertThatThrownBy(() -> ask(body, "d")).hasMessageContaining("opening quotation mark");
        assertThatThrownBy(() -> ask(body, "b")).isInstanceOf(MillraceException.class);
    }

    @Test
    void whatIsInFrontOfDamageIsAnsweredEachTimeTheSame() {
        Element body = Texts.of(CSV, "- r: {string:, occurs: 0..2}").parse(",\"open");
        for (int i = 0; i < 2; i++) {
            assertThat(ask(body, "r[1]")).isEqualTo(Value.of(""));
            assertThatThrownBy(() -> ask(body, "r[2]")).hasMessageContaining("quotation mark");
        }
    }

    @Test
    void aTreeThatWasChangedAnswersForItself() {
        Element body = LINE.parse("x,7,y,2.5");
        Element copy = body.copy();
        body.child("a").value(Value.of("other"));
        assertThat(ask(body, "a")).isSameAs(UNANSWERED);
        assertThat(copy.textOf("a")).isEqualTo("x");
    }

    @Test
    void elementsAndAnswersMayTakeTurns() {
        Element body = LINE.parse("x,7,y,2.5");
        assertThat(ask(body, "b")).isEqualTo(Value.of("y"));
        assertThat(body.textOf("n")).isEqualTo("7");
        assertThat(ask(body, "d")).isEqualTo(new FloatValue(2.5));
        assertThat(dump(body)).isEqualTo("a=x n=7 b=y d=2.5");
    }

    @Test
    void namesThatProgramsTellAreLeftToThem() {
        Texts texts =
                Texts.of(
                        CSV,
                        """
                        - kind: {string:}
                        - (c): {choice: {a: {string:}, b: {string:}}}
                        """);
        Element body = texts.parse("k,x");
        assertThat(ask(body, "kind")).isSameAs(UNANSWERED);
        assertThat(ask(body, "b")).isSameAs(UNANSWERED);
        assertThat(body.textOf("b")).isEqualTo("x");
    }

    @Test
    void aFolderWithOnlyOneValueIsReadLikeAnyOther() {
        Texts texts =
                Texts.of(
                        "{messagingStandard: userDefinedText}",
                        """
                        m:
                          tds: {dataElementSeparation: allElementsDelimited, delimiter: "+"}
                          sequence:
                            c:
                              occurs: 0..*
                              tds: {dataElementSeparation: allElementsDelimited, delimiter: ":"}
                              sequence:
                                d:
                                  tds:
                                    dataElementSeparation: allElementsDelimited
                                    delimiter: "&"
                                  sequence: {x: string, y: string}
                                e: string
                        """);
        String text = "one+two&2:2+three:3+four&4+five";
        Element body = texts.parse(text);
        assertThat(ask(body, "c[5].d.x")).isEqualTo(Value.of("five"));
        assertThat(ask(body, "c[5].d.y")).isNull();
        assertThat(ask(body, "c[5].e")).isNull();
        assertThat(ask(body, "c[1].d")).isSameAs(UNANSWERED);
        assertThat(body.lastKnown()).isNull();
        assertThat(dump(body))
                .isEqualTo(
                        "c{d{x=one}} c{d{x=two y=2} e=2} c{d{x=three} e=3}"
                                + " c{d{x=four y=4}} c{d{x=five}}");
        assertThat(Answered.sameAs(texts.parse(text), () -> texts.parse(text))).isEqualTo(9);
    }

    @Test
    void aWideLineAnswersAllItsFields() {
        int fields = 300;
        String model =
                IntStream.range(0, fields)
                        .mapToObj(i -> "f" + i + ": {" + (i % 2 == 0 ? "string" : "int") + ":}\n")
                        .collect(joining());
        Texts texts = Texts.of(CSV, model);
        String line =
                IntStream.range(0, fields)
                        .mapToObj(
                                i ->
                                        i % 7 == 0
                                                ? ""
                                                : i % 2 == 1
                                                        ? String.valueOf(i)
                                                        : i % 5 == 0
                                                                ? "\"" + "x,".repeat(i) + "\""
                                                                : "t".repeat(i % 30))
                        .collect(joining(","));
        Element read = texts.parse(line);
        dump(read);
        assertThat(Answered.sameAs(read, () -> texts.parse(line))).isEqualTo(read.size());
    }
}
