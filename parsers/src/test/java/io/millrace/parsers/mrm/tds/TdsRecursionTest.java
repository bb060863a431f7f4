package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.mrm.tds.Texts.dump;
import static io.millrace.parsers.mrm.tds.Texts.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

/** Types that contain themselves: markup, a tag or a number tells where they end. */
class TdsRecursionTest {

    private static final Texts BRACKETS = model("{delimiter: ','}", "", "(", ")", "0..*");

    private static Texts model(
            String settings, String standard, String indicator, String terminator, String occurs) {
        return Texts.model(
                """
                messageSet: x
                formats: {tds: %s%s}
                messages: {m: {sequence: {tree: Node}}}
                types:
                  Node:
                    tds: {dataElementSeparation: allElementsDelimited, groupIndicator: '%s', groupTerminator: '%s'}
                    sequence:
                      name: string
                      node: {type: Node, occurs: %s}
                """
                        .formatted(settings, standard, indicator, terminator, occurs));
    }

    private static void assertRoundTrip(Texts texts, String text) {
        assertThat(texts.write(texts.parse(text))).isEqualTo(text);
        assertThat(texts.rewritten(text)).isEqualTo(text);
    }

    @Test
    void markupTellsHowDeepATypeContainsItself() {
        String text = "(a,(b,(c),(d,(e))),(f))";
        assertThat(BRACKETS.read(text))
                .isEqualTo(
                        """
                        tree{name=a node{name=b node{name=c} node{name=d node{name=e}}} \
                        node{name=f}}\
                        """);
        assertRoundTrip(BRACKETS, text);
        Element changed = BRACKETS.parse(text);
        Element inner = changed.firstChild().lastChild().add("node");
        inner.add("name", Value.of("g"));
        inner.addLast(changed.firstChild().child("node").deepCopy());
        assertThat(BRACKETS.write(changed))
                .isEqualTo("(a,(b,(c),(d,(e))),(f,(g,(b,(c),(d,(e))))))");
    }

    private static final Texts TAGS =
            Texts.model(
                    """
                    messageSet: x
                    formats: {tds: {tagDataSeparator: ':', delimiter: ';'}}
                    messages: {m: Node}
                    types:
                      Node:
                        tds: {groupIndicator: '{', groupTerminator: '}'}
                        sequence:
                          id: {int:, tds: {tag: I}}
                          left: {type: Node, occurs: 0..1, tds: {tag: L}}
                          right: {type: Node, occurs: 0..1, tds: {tag: R}}
                    """);

    @Test
    void tagsTellHowDeepATypeContainsItself() {
        String text = "{I:1;L:{I:2;R:{I:3}};R:{I:4;L:{I:5;L:{I:6};R:{I:7}}}}";
        assertThat(TAGS.read(text))
                .isEqualTo(
                        """
                        id=1 left{id=2 right{id=3}} \
                        right{id=4 left{id=5 left{id=6} right{id=7}}}\
                        """);
        assertRoundTrip(TAGS, text);
    }

    @Test
    void aNumberTellsHowDeepATypeContainsItself() {
        Texts texts =
                Texts.model(
                        """
                        messageSet: x
                        formats: {tds: {dataElementSeparation: fixedLength}}
                        messages: {m: {sequence: {n: {int:, tds: 1}, node: {type: Node, occurs: 0..9, tds: {repeatReference: n}}}}}
                        types:
                          Node:
                            sequence:
                              name: {string: 1}
                              n: {int:, tds: 1}
                              node: {type: Node, occurs: 0..9, tds: {repeatReference: n}}
                        """);
        String text = "2a1b0c2d0e1f0";
        assertThat(texts.read(text))
                .isEqualTo(
                        """
                        n=2 node{name=a n=1 node{name=b n=0}} node{name=c n=2 node{name=d n=0} \
                        node{name=e n=1 node{name=f n=0}}}\
                        """);
        assertRoundTrip(texts, text);
        Element made = tree();
        Element node = made.add("node");
        for (String name : new String[] {"x", "y", "z"}) {
            node.add("name", Value.of(name));
            node = node.add("node");
        }
        node.add("name", Value.of("."));
        assertThat(texts.write(made)).isEqualTo("1x1y1z1.0");
    }

    @Test
    void aChoiceEndsATypeThatContainsItself() {
        Texts texts =
                Texts.model(
                        """
                        messageSet: x
                        formats: {tds: {dataElementSeparation: useDataPattern}}
                        messages: {m: {sequence: {is: Term}}}
                        types:
                          Term:
                            choice:
                              number: {int:, tds: {dataPattern: '[0-9]+'}}
                              sum: Sum
                          Sum:
                            tds: {groupIndicator: '(', groupTerminator: ')'}
                            sequence:
                              one: Term
                              sign: {string:, tds: {dataPattern: '[-+*/]'}}
                              other: Term
                        """);
        String text = "((1+2)*(3-(4/5)))";
        assertThat(texts.read(text))
                .isEqualTo(
                        """
                        is{sum{one{sum{one{number=1} sign=+ other{number=2}}} sign=* \
                        other{sum{one{number=3} sign=- \
                        other{sum{one{number=4} sign=/ other{number=5}}}}}}}\
                        """);
        assertRoundTrip(texts, text);
        assertThat(texts.read("7")).isEqualTo("is{number=7}");
    }

    @Test
    void delimitersOfAStandardFollowTheDepth() {
        Texts texts =
                Texts.model(
                        """
                        messageSet: x
                        formats: {tds: {messagingStandard: hl7}}
                        messages: {m: {sequence: {seg: {type: Part, tds: {tag: SEG}}}}}
                        types:
                          Part:
                            sequence: {name: string, part: {type: Part, occurs: 0..1}}
                        """);
        assertThat(texts.read("SEG|a|b^c&d&e\r"))
                .isEqualTo("seg{name=a part{name=b part{name=c part{name=d part{name=e}}}}}");
        assertRoundTrip(texts, "SEG|a|b^c&d&e\r");
    }

    @Test
    void depthIsBounded() {
        String open = "(a,".repeat(100_000);
        assertThatThrownBy(() -> dump(BRACKETS.parse(open)))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("more than 1000 levels");
        assertRoundTrip(BRACKETS, "(a,".repeat(900) + "(z)" + ")".repeat(900));
        assertRoundTrip(TAGS, "{I:1;L:".repeat(900) + "{I:2}" + "}".repeat(900));
        Element made = tree();
        Element node = made.add("tree");
        for (int i = 0; i < 1_100; i++) {
            node = node.add("node");
        }
        assertThatThrownBy(() -> BRACKETS.write(made))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("more than 1000 levels");
    }

    @Test
    void damageIsFoundAtEveryByte() {
        String text = "(a,(b,(c),(d,(e))),(f))";
        for (int end = 1; end < text.length() - 1; end++) {
            String cut = text.substring(0, end) + "!";
            try {
                dump(BRACKETS.parse(cut));
            } catch (MillraceException e) {
                assertThat(e.getMessage()).as(cut).contains("found");
            }
        }
    }

    @Test
    void whatNothingEndsIsReported() {
        assertThat(problems("node: Node", "{dataElementSeparation: fixedLength}"))
                .contains("node contains itself without an end");
        assertThat(
                        problems(
                                "node: {type: Node, occurs: 0..1}",
                                "{dataElementSeparation: fixedLength}"))
                .contains("node contains itself without an end");
        assertThat(problems("node: Node", "{delimiter: ';'}"))
                .contains("node contains itself without an end");
        assertThat(problems("node: {type: Node, occurs: 0..1}", "{delimiter: ';'}"))
                .contains("node contains itself with nothing before it");
        assertThat(
                        problems(
                                "node: {type: Node, occurs: 0..1}",
                                "{delimiter: ';', groupIndicator: '('}"))
                .isEmpty();
    }

    @Test
    void fieldsOutsideATypeThatContainsItselfCannotBeReferredTo() {
        assertThat(
                        problems(
                                """
                                a: {string:, tds: {lengthReference: n}}
                                      node: {type: Node, occurs: 0..1}\
                                """,
                                "{delimiter: ';'}"))
                .contains("found no unique field 'n' before a");
    }

    private static String problems(String fields, String markup) {
        return Texts.problems(
                """
                messageSet: x
                formats: {tds: {}}
                messages:
                  m:
                    tds: {delimiter: '/', dataElementSeparation: allElementsDelimited}
                    sequence: {n: {int: 1}, tree: Node}
                types:
                  Node:
                    tds: %s
                    sequence:
                      %s
                """
                        .formatted(markup, fields));
    }
}
