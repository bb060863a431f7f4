package io.millrace.parsers.mrm.cwf;

import static io.millrace.engine.message.Content.UNANSWERED;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.parsers.NameSteps;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

/** Fields that are read without elements being made. */
class CwfAnswerTest {

    private static final Records ORDER =
            latin(
                    """
                    id: {int: 4, cwf: external unsigned}
                    name: {string: 5}
                    count: {int: 1, cwf: external unsigned}
                    item:
                      occurs: 0..9
                      cwf: {repeatReference: count}
                      sequence:
                        code: {string: 2}
                        price:
                          occurs: 2
                          sequence:
                            n: {int: 2, cwf: external unsigned}
                            per: {string: 1}
                    tail: {string: 3}
                    """);

    private static final String TWO = "004xSmith2AA01a02bBB03c04dend";

    private static Records latin(String fields) {
        return Records.latin(fields);
    }

    private static Element parse(Records records, String text) {
        return records.parse(Bytes.of(text.getBytes(ISO_8859_1)));
    }

    private static Value ask(Element body, String path) {
        return ask(body, NameSteps.of(path));
    }

    /** Asks twice: the second time by what the path remembers. */
    private static Value ask(Element body, NameSteps names) {
        long last = names.index(names.length() - 1);
        Value first = ChildSearch.readDirect(body, names, 0, last);
        assertThat(ChildSearch.readDirect(body, names, 0, last)).isEqualTo(first);
        return first;
    }

    @Test
    void fieldsAreAnsweredWithoutElementsOfThoseBeforeThem() {
        Element body = parse(ORDER, TWO);
        assertThat(ask(body, "tail")).isEqualTo(Value.of("end"));
        assertThat(ask(body, "count")).isEqualTo(Value.of(2));
        assertThat(ask(body, "item[2].price[2].n")).isEqualTo(Value.of(4));
        assertThat(ask(body, "item.price.per")).isEqualTo(Value.of("a"));
        assertThat(body.lastKnown()).isNull();
    }

    @Test
    void whatIsNotThereIsAnsweredToo() {
        Element body = parse(ORDER, TWO);
        assertThat(ask(body, "tail[2]")).isNull();
        assertThat(ask(body, "item[3].code")).isNull();
        assertThat(ask(body, "item[1].price[3].n")).isNull();
    }

    @Test
    void foldersAndNamesThatTheModelDoesNotHaveAreLeftToTheTree() {
        Element body = parse(ORDER, TWO);
        assertThat(ask(body, "item")).isSameAs(UNANSWERED);
        assertThat(ask(body, "item.price")).isSameAs(UNANSWERED);
        assertThat(ask(body, "other")).isSameAs(UNANSWERED);
        assertThat(ask(body, "name.other")).isSameAs(UNANSWERED);
    }

    @Test
    void damageIsSeenByWhoReadsTheField() {
        Element body = parse(ORDER, TWO);
        assertThatThrownBy(() -> ask(body, "id")).hasMessageContaining("the field id");
    }

    @Test
    void theEndOfAMessageThatIsCutIsLeftToTheTree() {
        assertThat(ask(parse(ORDER, TWO.substring(0, 27)), "tail")).isSameAs(UNANSWERED);
        assertThat(ask(parse(ORDER, TWO.substring(0, 24)), "item[2].code")).isSameAs(UNANSWERED);
        assertThat(ask(parse(ORDER, TWO.substring(0, 24)), "item[1].code"))
                .isEqualTo(Value.of("AA"));
    }

    @Test
    void aPathIsFoundAnewInAnotherRecord() {
        NameSteps path = NameSteps.of("a.n[1]");
        String folder = "a: {occurs: 2, sequence: {%s n: {occurs: 2, string: 2}}}";
        Records wide = latin(folder.formatted("x: {string: 1},"));
        Records narrow = latin(folder.formatted(""));
        for (int i = 0; i < 3; i++) {
            assertThat(ask(parse(wide, "-1234-5678"), path)).isEqualTo(Value.of("12"));
            assertThat(ask(parse(narrow, "ABCDEFGH"), path)).isEqualTo(Value.of("AB"));
            assertThat(ask(parse(ORDER, TWO), path)).isSameAs(UNANSWERED);
        }
    }

    @Test
    void aPathIsRightFromWhateverFolderItIsAsked() {
        Records records =
                latin(
                        """
                        n: {string: 1}
                        a: {sequence: {n: {string: 2}, a: {sequence: {n: {string: 3}}}}}
                        """);
        Element body = parse(records, "1223334".substring(0, 6));
        NameSteps path = NameSteps.of("a.n");
        assertThat(ChildSearch.readDirect(body, path, 0, 1)).isEqualTo(Value.of("22"));
        assertThat(ChildSearch.readDirect(body, path, 1, 1)).isEqualTo(Value.of("1"));
        assertThat(ChildSearch.readDirect(body.child("a"), path, 0, 1)).isEqualTo(Value.of("333"));
        assertThat(ChildSearch.readDirect(body, path, 0, 1)).isEqualTo(Value.of("22"));
    }

    @Test
    void aFieldWhoseFolderIsCutOffIsLeftToTheTree() {
        Records records =
                latin("a: {occurs: 2, sequence: {x: {string: 2}, y: {string: 3}}}\nz: {string: 1}");
        NameSteps path = NameSteps.of("a[2].x");
        assertThat(ask(parse(records, "AABBBCCDDDE"), path)).isEqualTo(Value.of("CC"));
        assertThat(ask(parse(records, "AABBBCCD"), path)).isSameAs(UNANSWERED);
    }

    @Test
    void aTreeThatWasChangedAnswersForItself() {
        Element body = parse(ORDER, TWO);
        Element copy = body.copy();
        body.child("name").value(Value.of("other"));
        assertThat(ask(body, "name")).isSameAs(UNANSWERED);
        assertThat(copy.textOf("name")).isEqualTo("Smith");
    }

    @Test
    void namesThatAChoiceHasTooAreLeftToTheTree() {
        Records records =
                latin(
                        """
                        - kind: {string: 1}
                        - (c): {choice: {a: {string: 1}, b: {string: 1}}}
                        - a: {string: 1}
                        - b2: {string: 1}
                        """);
        Element body = parse(records, "kabc");
        assertThat(ask(body, "a")).isSameAs(UNANSWERED);
        assertThat(ask(body, "b")).isSameAs(UNANSWERED);
        assertThat(ask(body, "b2")).isEqualTo(Value.of("c"));
    }

    @Test
    void lengthsAndSkippedBytesAreTakenIntoAccount() {
        Records records =
                latin(
                        """
                        n: {int: 1, cwf: external unsigned}
                        text: {string:, cwf: {lengthReference: n}}
                        short: {string:, cwf: lengthEncoded1}
                        a: {string: 2, occurs: 3, cwf: {leadingSkipCount: 1, trailingSkipCount: 1}}
                        """);
        Element body = parse(records, "3abc\u0002de-aa-bb-cc-");
        assertThat(ask(body, "short")).isEqualTo(Value.of("de"));
        assertThat(ask(body, "text")).isEqualTo(Value.of("abc"));
        assertThat(ask(body, "a[3]")).isEqualTo(Value.of("cc"));
        assertThat(body.lastKnown()).isNull();
    }

    @Test
    void theLastFieldOfALongRecordNeedsNoElementEither() {
        String fields =
                IntStream.range(0, 2_000)
                        .mapToObj(i -> "f" + i + ": {string: 2}\n")
                        .collect(joining());
        Element body = parse(latin(fields), "ab".repeat(1_999) + "zz");
        assertThat(ask(body, "f1999")).isEqualTo(Value.of("zz"));
        assertThat(body.lastKnown()).isNull();
    }
}
