package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.mrm.tds.Texts.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

/** Fields that hold the number or length of others, in trees that do not have them. */
class TdsReferencesTest {

    private static final Texts LISTS =
            Texts.of(
                    "{tagDataSeparator: '=', delimiter: ';'}",
                    """
                    f:
                      occurs: 0..*
                      tds: {tag: F, groupTerminator: '/'}
                      sequence:
                        n: {int:, occurs: 0..1, tds: {tag: N}}
                        list:
                          occurs: 0..1
                          tds: {tag: L, dataElementSeparation: fixedLength}
                          sequence:
                            item: {string: 1, occurs: 0..9, tds: {repeatReference: n}}
                    """);

    private static void list(Element folder, String items) {
        Element list = folder.add("list");
        items.chars().forEach(c -> list.add("item", Value.of(Character.toString(c))));
    }

    @Test
    void eachFolderHasItsOwnNumber() {
        Element tree = tree();
        Element first = tree.add("f");
        first.add("n", Value.of(2));
        list(first, "ab");
        list(tree.add("f"), "xyz");
        list(tree.add("f"), "");
        tree.add("f");
        String written = "F=N=2;L=ab/;F=N=3;L=xyz/;F=N=0;L=/;F/";
        assertThat(LISTS.write(tree)).isEqualTo(written);
        assertThat(LISTS.rewritten(written)).isEqualTo(written);
    }

    @Test
    void aNumberThatIsMissingCountsAllElementsWithATag() {
        Texts texts =
                Texts.of(
                        "{tagDataSeparator: '=', delimiter: ';'}",
                        """
                        n: {int:, tds: {tag: N}}
                        a: {string:, tds: {tag: A}}
                        b: {string:, occurs: 0..*, tds: {tag: B, repeatReference: n}}
                        """);
        Element tree = tree("a", "x");
        for (int i = 0; i < 12; i++) {
            tree.add("b", Value.of("y"));
        }
        assertThat(texts.write(tree)).isEqualTo("N=12;A=x" + ";B=y".repeat(12));
        Element copied = texts.parse("N=2;A=x;B=1;B=2");
        copied.child("n").remove();
        assertThat(texts.write(copied)).isEqualTo("N=2;A=x;B=1;B=2");
    }

    @Test
    void whatMovesBehindANumberStillMatchesItsPattern() {
        Texts texts =
                Texts.of(
                        "{dataElementSeparation: useDataPattern}",
                        """
                        n: {int:, tds: {dataPattern: '[0-9]+'}}
                        list:
                          tds: {dataPattern: '[a-z]+', dataElementSeparation: fixedLength}
                          sequence:
                            item: {string: 1, occurs: 0..99, tds: {repeatReference: n}}
                        """);
        Element tree = tree();
        Element list = tree.add("list");
        for (int i = 0; i < 12; i++) {
            list.add("item", Value.of("x"));
        }
        assertThat(texts.write(tree)).isEqualTo("12" + "x".repeat(12));
    }
}
