package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.mrm.tds.Texts.dump;
import static io.millrace.parsers.mrm.tds.Texts.tree;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.stream.Collectors.joining;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Several interchanges in one message, each with delimiters of its own. */
class TdsInterchangesTest {

    private static final String SEGMENT =
            """
            segment:
              occurs: 0..*
              tds: {tag: "*"}
              sequence:
                element: {occurs: 0..*, sequence: {component: {string:, occurs: 0..*}}}
            """;

    private static final Texts X12 =
            Texts.of(
                    "{messagingStandard: x12, validateEnvelope: false}",
                    """
                    ISA: {occurs: 0..*, tds: {tag: ISA}, sequence: {e: {string:, occurs: \
                    0..*}}}
                    """
                            + SEGMENT);

    private static final Texts LOOPS =
            Texts.of(
                    "{messagingStandard: x12, validateEnvelope: false}",
                    """
                    interchange:
                      occurs: 0..*
                      sequence:
                        ISA: {tds: {tag: ISA}, sequence: {e: {string:, occurs: 0..*}}}
                        REF: {occurs: 0..*, tds: {tag: REF}, sequence: {a: string, b: string}}
                        IEA: {tds: {tag: IEA}, sequence: {n: string}}
                    """);

    private static final Texts EDIFACT =
            Texts.of(
                    "{messagingStandard: edifact, validateEnvelope: false}",
                    """
                    UNA: {string:, occurs: 0..*, tds: {tag: UNA, interpretValueAs: \
                    edifactServiceString}}
                    """
                            + SEGMENT);

    private static final String FIELD =
            """
            field:
              occurs: 0..*
              tds: {repeatingElementDelimiter: <HL7_FS>, delimiter: <HL7_CS>}
              sequence: {c: {string:, occurs: 0..*}}
            """
                    .indent(6);

    private static final Texts HL7 =
            Texts.of(
                    "{messagingStandard: hl7}",
                    """
                    message:
                      occurs: 0..*
                      sequence:
                        MSH:
                          tds: {tag: MSH}
                          sequence:
                            encoding: {string:, tds: {interpretValueAs: hl7ServiceString}}
                    """
                            + FIELD.indent(2)
                            + """
                                PID:
                                  occurs: 0..*
                                  tds: {tag: PID}
                                  sequence:
                            """
                            + FIELD.indent(2));

    private static String isa(char separator, char repetition, char component, char end) {
        return isa("00501", separator, repetition, component, end);
    }

    private static String isa(
            String version, char separator, char repetition, char component, char end) {
        String head =
                "ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260101*1200";
        return (head + "*#*" + version + "*000000001*0*T*")
                        .replace('*', separator)
                        .replace('#', repetition)
                + component
                + end;
    }

    /** Reads and writes a message: untouched, all read, with all values set anew, and copied. */
    private static String trips(Texts texts, String message) {
        assertThat(texts.write(texts.parse(message))).isEqualTo(message);
        Element all = texts.parse(message);
        String read = dump(all);
        assertThat(texts.write(all)).isEqualTo(message);
        TdsStandardsTest.set(all);
        assertThat(texts.write(all)).isEqualTo(message);
        return read;
    }

    @Test
    void theSecondInterchangeOfX12HasItsOwnDelimiters() {
        String message =
                isa('*', '^', ':', '~')
                        + "REF*a:b*c~IEA*1~"
                        + isa('|', '!', '>', '\'')
                        + "REF|a>b*:|c'IEA|1'";
        String read = trips(X12, message);
        assertThat(read).contains("REF{element{component=a component=b} element{component=c}}");
        assertThat(read).contains("REF{element{component=a component=b*:} element{component=c}}");
    }

    @Test
    void interchangesInFoldersHaveTheirOwnDelimitersToo() {
        String message =
                isa('*', '^', ':', '~')
                        + "REF*a*c~IEA*1~"
                        + isa('|', '!', '>', '\'')
                        + "REF|d*|e'IEA|2'"
                        + isa('*', '^', ':', '~')
                        + "REF*f'*g~IEA*3~";
        Element second = LOOPS.parse(message).child("", "interchange").next();
        assertThat(dump(second)).contains("REF{a=d* b=e} IEA{n=2}");
        assertThat(dump(second.next())).contains("REF{a=f' b=g} IEA{n=3}");
        trips(LOOPS, message);
        LOOPS.read(message);
    }

    @Test
    void anInterchangeThatComesFirstAfterTheOthersWereTakenAwayKeepsItsDelimiters() {
        String second = isa('|', '!', '>', '\'') + "REF|d*|e'IEA|2'";
        Element parsed = LOOPS.parse(isa('*', '^', ':', '~') + "REF*a*c~IEA*1~" + second);
        Element first = parsed.child("", "interchange");
        first.next();
        first.remove();
        assertThat(LOOPS.write(parsed)).isEqualTo(second);
    }

    @Test
    void whatIsNewInAnInterchangeHasTheDelimitersOfIt() {
        String first = isa('*', '^', ':', '~') + "REF*a*c~IEA*1~";
        String second = isa('|', '!', '>', '\'') + "REF|d|e'IEA|2'";
        Element parsed = LOOPS.parse(first + second);
        for (Element e = parsed.firstChild(); e != null; e = e.next()) {
            e.child("", "REF").child("", "a").value(Value.of("x>y"));
        }
        // The format has no way to protect the component separator: it is none in a single value.
        assertThat(LOOPS.write(parsed))
                .isEqualTo(
                        (first + second)
                                .replace("REF*a*c", "REF*x>y*c")
                                .replace("REF|d|e", "REF|x>y|e"));
    }

    @Test
    void aNewIsaIsFollowedByWhatItSays() {
        Element tree = tree();
        Element isa = tree.add("ISA");
        for (String e : isa('*', '!', '>', '~').substring(4, 105).split("\\*", -1)) {
            isa.add("e", Value.of(e.equals("~") ? "" : e));
        }
        Element components = tree.add("REF").add("element");
        components.add("component", Value.of("a"));
        components.add("component", Value.of("b"));
        assertThat(X12.write(tree)).isEqualTo(isa('*', '!', '>', '~') + "REF*a>b~");
    }

    @Test
    void isxGivesAReleaseCharacterFromVersion7040On() {
        String message = isa("00704", '*', '^', ':', '~') + "ISX*?~REF*a?*b?:??:c*d~IEA*1~";
        String read = trips(X12, message);
        assertThat(read).contains("REF{element{component=a*b:? component=c} element{component=d}}");
        String older = isa("00703", '*', '^', ':', '~') + "ISX*?~REF*a?*b~IEA*1~";
        assertThat(dump(X12.parse(older)))
                .contains("REF{element{component=a?} element{component=b}}");
    }

    @Test
    void aReleaseCharacterHoldsUpToTheNextInterchange() {
        String message =
                isa("00704", '*', '^', ':', '~')
                        + "ISX*?~REF*a?*b~IEA*1~"
                        + isa("00704", '*', '^', ':', '~')
                        + "REF*a?*b~IEA*1~";
        String read = trips(X12, message);
        assertThat(read).contains("REF{element{component=a*b}}");
        assertThat(read).contains("REF{element{component=a?} element{component=b}}");
    }

    @Test
    void anInterchangeOfEdifactWithoutUnaHasTheStandardsDelimiters() {
        String message =
                """
                UNA#|,! ;UNB|UNOA#3;BGM|a#b+c;UNZ|1;\
                UNB+UNOA:3'BGM+a:b|c+d'UNZ+1'\
                UNA:%.? 'UNB%UNOA:3'BGM%a+'UNZ%1'\
                """;
        String read = trips(EDIFACT, message);
        assertThat(read).contains("BGM{element{component=a component=b+c}}");
        assertThat(read)
                .contains("BGM{element{component=a component=b|c} element{component=d}}")
                .contains("BGM{element{component=a+}}");
        assertThat(EDIFACT.rewritten(message)).isEqualTo(message);
    }

    @Test
    void everyMessageOfABatchOfHl7SaysItsOwnEncodingCharacters() {
        String message =
                "MSH|^~\\&|A\rPID|a^b|c\rMSH#!~\\&#B\rPID#a!b^c#d|e\rMSH|^~\\&|A\rPID|x^y\r";
        String read = trips(HL7, message);
        assertThat(read)
                .contains("PID{field{c=a c=b} field{c=c}}")
                .contains("PID{field{c=a c=b^c} field{c=d|e}}")
                .contains("PID{field{c=x c=y}}");
        assertThat(HL7.rewritten(message)).isEqualTo(message);
    }

    // By chance

    @Provide
    Arbitrary<List<String>> interchanges() {
        Arbitrary<String> marks =
                Arbitraries.shuffle('*', '|', '+', '!', '^', ':', '>', '~', '\'', '%')
                        .map(all -> all.stream().map(String::valueOf).collect(joining()));
        Arbitrary<List<List<String>>> elements =
                Arbitraries.strings()
                        .withChars("ab+|*^:~'")
                        .ofMinLength(1)
                        .ofMaxLength(4)
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(3)
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(4);
        return Combinators.combine(marks, elements)
                .as(TdsInterchangesTest::interchange)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    /** An interchange whose values hold the delimiters of others, but none of its own. */
    private static String interchange(String marks, List<List<String>> segments) {
        String mine = marks.substring(0, 4);
        String separator = mine.substring(0, 1);
        StringBuilder out = new StringBuilder();
        out.append(isa(mine.charAt(0), mine.charAt(1), mine.charAt(2), mine.charAt(3)));
        for (var segment : segments) {
            out.append("REF");
            for (String value : segment) {
                StringBuilder plain = new StringBuilder();
                value.chars().filter(c -> mine.indexOf(c) < 0).forEach(c -> plain.append((char) c));
                out.append(separator).append(plain.isEmpty() ? "x" : plain);
            }
            out.append(mine.charAt(3));
        }
        return out.append("IEA").append(separator).append("1").append(mine.charAt(3)).toString();
    }

    @Property
    void anyInterchangesBehindOneAnotherAreReadAsEachByItself(
            @ForAll("interchanges") List<String> interchanges) {
        String message = String.join("", interchanges);
        String each = interchanges.stream().map(one -> dump(X12.parse(one))).collect(joining(" "));
        // Elements of one name come together in no other order than that of the message.
        assertThat(trips(X12, message)).isEqualTo(each);
    }
}
