package io.millrace.parsers.mrm.tds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;

/** Every way to tell elements apart: what is read, what is written, and what is wrong. */
class TdsSeparationTest {

    private static final String PLAIN = "{messagingStandard: userDefinedText}";

    private static void same(Texts texts, String message, String read) {
        assertThat(texts.read(message)).isEqualTo(read);
        assertThat(texts.rewritten(message)).isEqualTo(message);
        TdsStandardsTest.roundTrip(texts, message, read);
    }

    private static void becomes(Texts texts, String message, String read, String written) {
        assertThat(texts.read(message)).isEqualTo(read);
        assertThat(texts.rewritten(message)).isEqualTo(written);
        assertThat(texts.write(texts.parse(message))).isEqualTo(message);
    }

    private static void wrong(Texts texts, String message, String error) {
        assertThatThrownBy(() -> texts.read(message))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining(error);
    }

    @Test
    void taggedElementsComeInAnyOrderAndMayBeMissing() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: ";", tagDataSeparator: "=", groupIndicator: "<", \
                        groupTerminator: ">"}
                          sequence:
                            a: {string:, tds: {tag: A}}
                            b: {int:, occurs: 0..2, tds: {tag: BB}}
                            c:
                              tds: {tag: C, dataElementSeparation: allElementsDelimited, \
                        delimiter: "/"}
                              sequence: {d: string, e: decimal}
                        """);
        same(texts, "<A=x;BB=1;BB=2;C=y/2.5>", "a=x b=1 b=2 c{d=y e=2.5}");
        same(texts, "<C=y/2.5;BB=1;A=x>", "c{d=y e=2.5} b=1 a=x");
        same(texts, "<>", "");
        same(texts, "<A=>", "a=");
        becomes(texts, "<A=x;>", "a=x", "<A=x>");
        wrong(texts, "<A=x;D=1>", "byte 4: found ';D=1>', expected one of the tags A, BB, C");
        wrong(texts, "<BB=1;BB=2;BB=3>", "expected one of the tags");
        wrong(texts, "A=x", "byte 0: found 'A=x', expected its group indicator '<'");
        wrong(texts, "<A=x;BB=one>", "byte 8: the field b is 'one', expected a whole number");
        wrong(texts, "<A=x>y", "found 'y' after the last element");
    }

    @Test
    void loopsOfTaggedElementsEndAtATagThatIsNotTheirs() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: "|", tagDataSeparator: ":"}
                          sequence:
                            BGM: {string:, tds: {tag: BGM}}
                            DTM: {string:, occurs: 0..9, tds: {tag: DTM}}
                            SG1:
                              occurs: 0..9
                              tds: {delimiter: "|", tagDataSeparator: ":"}
                              sequence:
                                RFF: {string:, tds: {tag: RFF}}
                                DTM: {string:, occurs: 0..1, tds: {tag: DTM}}
                                (SG2):
                                  occurs: 0..9
                                  sequence:
                                    LIN: {string:, tds: {tag: LIN}}
                                    QTY: {string:, occurs: 0..1, tds: {tag: QTY}}
                            UNS: {string:, tds: {tag: UNS}}
                        """);
        same(
                texts,
                "BGM:1|DTM:2|RFF:3|DTM:4|LIN:5|QTY:6|LIN:7|RFF:8|LIN:9|UNS:10",
                "BGM=1 DTM=2 SG1{RFF=3 DTM=4 LIN=5 QTY=6 LIN=7} SG1{RFF=8 LIN=9} UNS=10");
        same(texts, "RFF:1|UNS:2", "SG1{RFF=1} UNS=2");
        wrong(texts, "BGM:1|FTX:2", "expected one of the tags BGM, DTM, UNS");
    }

    @Test
    void tagsOfAFixedLengthNeedNoSeparator() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: taggedFixedLength, lengthOfTag: 2}
                          sequence:
                            a: {string: 4, tds: {tag: AA}}
                            b: {int:, tds: {tag: BB, length: 3}}
                            c:
                              tds: {tag: CC, dataElementSeparation: fixedLength}
                              sequence: {d: {string: 1}, e: {string: 2}}
                        """);
        same(texts, "AAwxyzBB007CCdee", "a=wxyz b=7 c{d=d e=ee}");
        same(texts, "BB012AAx   ", "b=12 a=x");
        wrong(texts, "AAwx", "the message ends here; expected a, which begins at byte 2");
        wrong(texts, "XXwx", "found 'XXwx', expected one of the tags AA, BB, CC");
    }

    @Test
    void lengthsBehindTagsTellWhereElementsEnd() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: taggedEncodedLength, lengthOfTag: 2, \
                        lengthOfEncodedLength: 3, extraCharsInEncodedLength: 3}
                          sequence:
                            a: {string:, tds: {tag: AA}}
                            c:
                              occurs: 0..*
                              tds: {tag: CC, dataElementSeparation: allElementsDelimited, \
                        delimiter: ","}
                              sequence: {d: string, e: {string:, occurs: 0..1}}
                        """);
        same(texts, "AA007wxyzCC006x,yCC004z", "a=wxyz c{d=x e=y} c{d=z}");
        same(texts, "CC004zAA003", "c{d=z} a=");
        wrong(texts, "AA002", "the length of a is '002', expected at least 3");
        wrong(texts, "AA0x2", "the length of a is '0x2', expected digits");
        wrong(texts, "AA009wxyz", "the message ends here; expected a, which has 6 characters");
        wrong(texts, "CC007x,y,", "found more elements than c has");
    }

    @Test
    void eachPositionOfDelimitedElementsIsKept() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: ","}
                          sequence:
                            a: {int:, occurs: 0..1}
                            b: {string:, occurs: 0..3}
                            c: {string:, occurs: 0..5, tds: {repeatingElementDelimiter: "~"}}
                            d: {date:, tds: {dateTimeFormat: yyMMdd}}
                            e: {string:, occurs: 0..1}
                        """);
        same(texts, "1,x,y,z,p~q,260102,t", "a=1 b=x b=y b=z c=p c=q d=2026-01-02 e=t");
        same(texts, ",,x,,~,260102", "b= b=x c= c= d=2026-01-02");
        becomes(texts, "1,x,,,,,", "a=1 b=x", "1,x");
        same(texts, "", "");
        wrong(texts, "1,x,y,z,p,260102,t,u", "found more elements than the message has");
        wrong(texts, "1,x,y,z,1~2~3~4~5~6", "c occurs more than 5 times");
    }

    @Test
    void delimitersOfMissingElementsCanBeAskedFor() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: ",", suppressAbsentElementDelimiters: never}
                          sequence:
                            a: {int:, occurs: 0..1}
                            b: {string:, occurs: 0..1}
                            c: {string:, occurs: 0..1}
                        """);
        same(texts, "1,,", "a=1");
        becomes(texts, "1", "a=1", "1,,");
    }

    @Test
    void aGroupThatMustBeThereIsWrittenWithoutElementsToo() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: allElementsDelimited, observeElementLength: true}
                          sequence:
                            a: {string: 2}
                            (g):
                              tds: {groupIndicator: "<", groupTerminator: ">", delimiter: ","}
                              sequence: {b: {string:, occurs: 0..1}}
                            c: {string: 2}
                        """);
        same(texts, "aa<b>cc", "a=aa b=b c=cc");
        same(texts, "aa<>cc", "a=aa c=cc");
        wrong(texts, "aacc", "expected its group indicator '<'");
    }

    @Test
    void oneEndOfALineIsNotTwo() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        "m: {tds: {delimiter: <EOL><EOL>}, sequence: [a: string, b: string]}");
        becomes(texts, "x\r\ny\r\n\r\nz", "a=x\r\ny b=z", "x\r\ny\r\n\r\nz");
        becomes(texts, "x\n\nz", "a=x b=z", "x\r\n\r\nz");
        becomes(texts, "x\r\rz", "a=x b=z", "x\r\n\r\nz");
    }

    @Test
    void elementsOfVariableLengthAloneAreDelimited() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: variableLengthElementsDelimited, \
                        delimiter: ";", groupTerminator: "."}
                          sequence:
                            a: {string:, tds: {length: 3}}
                            b: string
                            c: {string:, tds: {length: 2}}
                            d: {string:, occurs: 0..1}
                        """);
        same(texts, "aaabbbbb;ccdd.", "a=aaa b=bbbbb c=cc d=dd");
        same(texts, "aaabbbbb;cc.", "a=aaa b=bbbbb c=cc");
        becomes(texts, "aaabbbbb;ccdd;.", "a=aaa b=bbbbb c=cc d=dd", "aaabbbbb;ccdd.");
        wrong(texts, "aaabbbbb;c", "expected c, which begins at byte 9 and has 2 characters");
    }

    @Test
    void fixedLengthElementsAreFilledUp() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        a: {string: 4}
                        b: {int:, tds: {length: 5}}
                        c: {string:, occurs: 2, tds: {length: 2, justification: right, \
                        paddingCharacter: "*"}}
                        d: {decimal: 6.2, tds: {paddingCharacter: SPACE}}
                        n: {unsignedByte:, tds: 1}
                        e: {string:, occurs: 0..9, tds: {length: 1, repeatReference: n}}
                        """);
        same(texts, "x   00042*yzz    3.502pq", "a=x b=42 c=y c=zz d=3.50 n=2 e=p e=q");
        same(texts, "x   -0042*yzz   -3.500", "a=x b=-42 c=y c=zz d=-3.50 n=0");
        wrong(texts, "x   00042*yzz    3.502p", "expected e, which begins at byte 23");
        wrong(texts, "x   00042*yzz    3.500p", "found 'p' after the last element");
    }

    @Test
    void theLastElementsOfAnAl3GroupMayBeMissingAndNewerOnesAreLetBe() {
        Texts texts =
                Texts.of(
                        "{messagingStandard: acordAl3}",
                        """
                        TRG:
                          tds: {tag: 2TRG}
                          sequence: {a: {string: 3}, b: {int: 3, tds: 3}, c: {string: 2}}
                        BIS:
                          occurs: 0..*
                          tds: {tag: 5BIS}
                          sequence: {a: {string: 2}}
                        """);
        same(texts, "2TRG015abc012zz5BIS009xx", "TRG{a=abc b=12 c=zz} BIS{a=xx}");
        becomes(texts, "2TRG013abc012", "TRG{a=abc b=12}", "2TRG015abc012??");
        becomes(texts, "2TRG018abc012zzNEW", "TRG{a=abc b=12 c=zz}", "2TRG015abc012zz");
        same(texts, "2TRG015???012??", "TRG{a=NULL b=12 c=NULL}");
    }

    @Test
    void dataPatternsTellWhereElementsEnd() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: useDataPattern}
                          sequence:
                            a: {string:, tds: {dataPattern: "[A-Z]{2,3}"}}
                            b: {int:, occurs: 0..3, tds: {dataPattern: "[0-9]"}}
                            c: {string:, occurs: 0..1, tds: {dataPattern: "(x|yy)+"}}
                            d:
                              tds: {dataPattern: "<[^>]*>", \
                        dataElementSeparation: allElementsDelimited, delimiter: ",", \
                        groupIndicator: "<", groupTerminator: ">"}
                              sequence: {e: string, f: string}
                        """);
        same(texts, "ABC123xyyx<1,2>", "a=ABC b=1 b=2 b=3 c=xyyx d{e=1 f=2}");
        same(texts, "AB<1,2>", "a=AB d{e=1 f=2}");
        wrong(texts, "A1<>", "found 'A1<>', expected what the data pattern of a matches");
        assertThatThrownBy(() -> texts.write(tree(texts, "AB<1,2>", "a", "abc")))
                .hasMessageContaining("MRM.a: found 'abc', which its data pattern does not match");
    }

    private static io.millrace.engine.message.Element tree(
            Texts texts, String message, String field, String value) {
        var tree = texts.parse(message);
        tree.child(field).value(io.millrace.engine.message.Value.of(value));
        return tree;
    }

    @Test
    void aDataPatternTellsWhereAnElementBetweenDelimitersEnds() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: allElementsDelimited, delimiter: ","}
                          sequence:
                            a: {string:, tds: {dataPattern: "[0-9,]+x"}}
                            b:
                              tds: {dataPattern: "<[^>]*>", dataElementSeparation: \
                              allElementsDelimited, \
                        delimiter: "/"}
                              sequence: {c: string, d: string}
                        """);
        same(texts, "1,2x,<3/4>", "a=1,2x b{c=<3 d=4>}");
        wrong(texts, "12,<3/4>", "found '12,<3/4>', expected what the data pattern of a matches");
        wrong(texts, "1x,3/4", "found '3/4', expected what the data pattern of b matches");
    }

    @Test
    void aPatternThatGoesAstrayEndsAtALimit() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: useDataPattern}
                          sequence:
                            a: {string:, tds: {dataPattern: "(.*a){20}b"}}
                        """);
        wrong(texts, "a".repeat(60), "the data pattern of a takes too many steps");
        Texts choice =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: useDataPattern}
                          choice:
                            a: {string:, tds: {dataPattern: "(.*a){20}b"}}
                            b: {string:, tds: {dataPattern: "a*"}}
                        """);
        wrong(choice, "a".repeat(60), "the data pattern of a takes too many steps");
    }

    @Test
    void whatHasNoBytesDoesNotOccurWithoutEnd() {
        Texts groups =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: allElementsDelimited}
                          sequence:
                            (turn):
                              occurs: 0..*
                              tds: {dataElementSeparation: taggedDelimited, lengthOfTag: 1}
                              sequence: {a: {string:, tds: {tag: A, length: 1}}}
                        """);
        wrong(groups, "XYZ", "more than 10000 times a without bytes");
        Texts folders =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {dataElementSeparation: fixedLength}
                          sequence:
                            n: {int:, tds: 9}
                            k: {int:, tds: 1}
                            f:
                              occurs: 0..*
                              tds: {repeatReference: n, dataElementSeparation: fixedLength}
                              sequence: {a: {string:, tds: {lengthReference: k}}}
                        """);
        same(folders, "0000000031abc", "n=3 k=1 f{a=a} f{a=b} f{a=c}");
        wrong(folders, "9999999990", "more than 10000 times f without bytes");
    }

    @Test
    void aCountThatNoMessageCanHaveIsNotWritten() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: ";"}
                          sequence:
                            n: int
                            a: {string:, occurs: 0..*, tds: {repeatReference: n}}
                            b: string
                        """);
        var tree =
                Texts.tree(
                        "n",
                        io.millrace.engine.message.Value.of(2_000_000_000),
                        "b",
                        io.millrace.engine.message.Value.of("x"));
        assertThatThrownBy(() -> texts.write(tree))
                .hasMessageContaining(
                        "MRM.a: cannot occur 2000000000 times, as its count field specifies");
    }

    @Test
    void choicesAreToldByTheirTagsIndicatorsAndPatterns() {
        Texts tags =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: ";", tagDataSeparator: "="}
                          sequence:
                            a: {string:, tds: {tag: A}}
                            (kind):
                              choice:
                                b: {string:, tds: {tag: B}}
                                c: {string:, tds: {tag: C}}
                        """);
        same(tags, "A=1;C=2", "a=1 c=2");
        Texts indicators =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: ";"}
                          sequence:
                            a: string
                            (kind):
                              choice:
                                b: {tds: {groupIndicator: "(", groupTerminator: ")", \
                        delimiter: ","}, sequence: {x: string, y: string}}
                                c: {tds: {groupIndicator: "[", groupTerminator: "]", \
                        delimiter: ","}, sequence: {x: string}}
                                d: string
                            e: string
                        """);
        same(indicators, "1;(2,3);4", "a=1 b{x=2 y=3} e=4");
        same(indicators, "1;[2];4", "a=1 c{x=2} e=4");
        same(indicators, "1;2;4", "a=1 d=2 e=4");
        same(indicators, "1;;4", "a=1 e=4");
    }

    @Test
    void aChoiceThatNothingTellsWaitsForTheProgram() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: ";"}
                          sequence:
                            a: string
                            (kind):
                              choice:
                                b: int
                                c: {tds: {delimiter: ","}, sequence: {x: string, y: string}}
                            e: string
                        """);
        assertThat(texts.read("1;2,3;4")).isEqualTo("a=1 =322C33 e=4");
        var body = texts.parse("1;2,3;4");
        assertThat(body.at("c", "y").value().text()).isEqualTo("3");
        body.child("e").value(io.millrace.engine.message.Value.of("5"));
        assertThat(texts.write(body)).isEqualTo("1;2,3;5");
        var other = texts.parse("1;2;4");
        assertThat(other.child("b").value().text()).isEqualTo("2");
        assertThatThrownBy(() -> texts.parse("1;2,3;4").child("b").value())
                .hasMessageContaining("expected a whole number");
    }

    @Test
    void lengthsMayStandInOtherFields() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: "*"}
                          sequence:
                            n: int
                            data: {string:, tds: {lengthReference: n}}
                            k: int
                            more: {string:, occurs: 0..*, tds: {repeatReference: k, \
                        repeatingElementDelimiter: "^"}}
                        """);
        same(texts, "5*a*b*c*2*x^y", "n=5 data=a*b*c k=2 more=x more=y");
        wrong(texts, "9*a*b*c*2", "expected data, which begins at byte 2 and has 9 characters");
        var tree = Texts.tree("data", io.millrace.engine.message.Value.of("a*bcdefghijkl"));
        for (int i = 0; i < 11; i++) {
            tree.add("more", io.millrace.engine.message.Value.of("m" + i));
        }
        assertThat(texts.write(tree)).startsWith("13*a*bcdefghijkl*11*m0^m1^");
    }

    @Test
    void whatTheModelDoesNotHaveIsKeptWhereTheTypeIsOpen() {
        Texts texts =
                Texts.of(
                        PLAIN,
                        """
                        m:
                          tds: {delimiter: ";", tagDataSeparator: "="}
                          content: open
                          sequence:
                            a: {string:, tds: {tag: A}}
                        """);
        same(texts, "X=1;A=2;Y=3;X=4", "X=1 a=2 Y=3 X=4");
    }

    @Test
    void aDelimiterThatMarkupAroundItBeginsWithEndsNoElement() {
        Texts lines =
                Texts.of(
                        """
                        {dataElementSeparation: taggedDelimited, tagDataSeparator: ":", \
                        delimiter: "<CR>:", groupTerminator: "<CR>-"}\
                        """,
                        """
                        party:
                          occurs: 0..*
                          tds:
                            tag: p
                            dataElementSeparation: allElementsDelimited
                            delimiter: <CR>
                            groupTerminator: ""
                          sequence:
                            name: string
                            street: {string:, occurs: 0..1}
                            city: {string:, occurs: 0..1}
                        sum: {int:, tds: {tag: s}}
                        """);
        same(
                lines,
                "p:Ann\r:p:Jo\rMill 1\r:p:Al\r\rY\r:s:7\r-",
                "party{name=Ann} party{name=Jo street=Mill 1} party{name=Al city=Y} sum=7");
    }

    @Test
    void branchesMayShareNamesOfElements() {
        Texts texts =
                Texts.of(
                        "{delimiter: ';'}",
                        """
                        (c):
                          occurs: 0..*
                          tds: {dataElementSeparation: allElementsDelimited}
                          choice:
                            (one):
                              tds: {groupIndicator: '<', groupTerminator: '>', delimiter: ','}
                              sequence: {a: string, b: string}
                            (other):
                              tds: {groupIndicator: '[', groupTerminator: ']', delimiter: ','}
                              sequence: {a: string, c: string}
                        """);
        String text = "[1,2];<3,4>;<5,6>;[7,8]";
        assertThat(texts.read(text)).isEqualTo("a=1 c=2 a=3 b=4 a=5 b=6 a=7 c=8");
        assertThat(texts.rewritten(text)).isEqualTo(text);
    }
}
