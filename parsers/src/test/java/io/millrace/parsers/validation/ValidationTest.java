package io.millrace.parsers.validation;

import static io.millrace.engine.error.ErrorCode.INVALID_OUTPUT_VALUE;
import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.engine.parser.ParseTiming.IMMEDIATE;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;
import static io.millrace.engine.parser.Validation.FailureAction.EXCEPTION_LIST;
import static io.millrace.engine.parser.Validation.FailureAction.LOCAL_ERROR;
import static io.millrace.engine.parser.Validation.Level.CONTENT_AND_VALUE;
import static io.millrace.parsers.Messages.code;
import static io.millrace.parsers.validation.ValidationTimingTest.logged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.Level;
import io.millrace.parsers.mrm.MrmParser;
import io.millrace.parsers.xml.XmlnscParser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Set;

/** Messages held against models: what is refused, in which words, and when. */
class ValidationTest {

    static final Validation ALL = new Validation(CONTENT_AND_VALUE, EXCEPTION_LIST);
    private static final Validation CONTENT = new Validation(Level.CONTENT, EXCEPTION_LIST);

    static Parser parser(Parser domain, String text) {
        Problems problems = new Problems();
        Parser parser =
                ((io.millrace.engine.parser.ModelParser) domain)
                        .with(List.of(new Source("test.model.yaml", text)), problems);
        assertThat(problems.all()).isEmpty();
        return parser;
    }

    static String model(String fields) {
        return "messageSet: test\nformats: [xml]\nmessages:\n  m:\n    sequence:\n"
                + fields.indent(6);
    }

    static Element parse(
            Parser parser,
            String body,
            Validation validation,
            ParseTiming timing,
            String... options) {
        return parser.parse(
                utf8(body),
                new ParseOptions(
                        MessageTemplate.domain(parser.domain()),
                        1208,
                        273,
                        timing,
                        Set.of(options),
                        Limits.DEFAULTS,
                        validation));
    }

    /** What validation says of a body, a line each; empty where it is valid. */
    static String failures(Parser parser, String body, Validation validation) {
        try {
            parse(parser, body, validation, COMPLETE);
            return "";
        } catch (MillraceException together) {
            if (!together.getMessage().startsWith("validation found")) {
                throw together;
            }
            StringBuilder out = new StringBuilder(together.getCause().getMessage());
            for (Throwable other : together.getSuppressed()) {
                out.append('\n').append(other.getMessage());
            }
            return out.toString();
        }
    }

    private static void bothSay(String fields, String xml, String failures) {
        String text = model(fields);
        assertThat(failures(parser(new MrmParser(), text), xml, ALL)).isEqualTo(failures);
        assertThat(failures(parser(new XmlnscParser(), text), xml, ALL))
                .isEqualTo(
                        failures.replace("MRM.", "XMLNSC.m.")
                                .replace("MRM:", "XMLNSC.m:")
                                .replace("the end of MRM", "the end of m"));
    }

    // Content

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <m><a>1</a><b>2</b></m>                 | ''
                    <m><a>1</a></m>                         | MRM: found the end of MRM, expected b
                    <m><b>1</b></m>                         | MRM.b: found b, expected a
                    <m><b>1</b><a>2</a></m>                 | MRM.b: found b, expected a
                    <m><a>1</a><b>1</b><b>2</b><b>3</b></m> | MRM.b[3]: found b, expected no further element of this name here: it occurs too often or too late
                    <m><a>1</a><a>1</a><b>2</b></m>         | MRM.a[2]: found a, expected b
                    """)
    void aSequenceIsHeldToItsOrderAndNumbers(String xml, String failure) {
        bothSay("a: int\nb: {int:, occurs: 1..2}", xml, failure);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <m><a>1</a><z>1</z></m>          | ''
                    <m><c>1</c><d>1</d><z>1</z></m>  | ''
                    <m><z>1</z></m>                  | MRM.z: found z, expected one of a, b, c
                    <m><c>1</c><z>1</z></m>          | MRM.z: found z, expected d
                    <m><a>1</a><b>1</b><z>1</z></m>  | MRM.b: found b, expected z
                    """)
    void oneBranchOfAChoiceIsThere(String xml, String failure) {
        bothSay(
                "(pick): {choice: {a: int, b: int, (two): {sequence: {c: int, d: int}}}}\nz: int",
                xml,
                failure);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    all          | <m><b>1</b><a>1</a></m>           | ''
                    all          | <m><b>1</b></m>                   | MRM: found the end of MRM, expected a
                    all          | <m><a>1</a><b>1</b><a>1</a></m>   | MRM.a[2]: found a, expected at most 1 of it
                    unorderedSet | <m><c>1</c><a>1</a><c>1</c><b>1</b></m> | ''
                    unorderedSet | <m><c>1</c><a>1</a><c>1</c><b>1</b><c>1</c></m> | MRM.c[3]: found c, expected at most 2 of it
                    """)
    void unorderedGroupsAreCounted(String composition, String xml, String failure) {
        bothSay(
                "(g): {" + composition + ": {a: int, b: int, c: {int:, occurs: 0..2}}}",
                xml,
                failure);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0..*  | <m/>                                             | ''
                    0..*  | <m><a>1</a><b>1</b><a>1</a><b>1</b></m>          | ''
                    0..*  | <m><a>1</a><b>1</b><a>1</a></m>                  | MRM: found the end of MRM, expected b
                    2     | <m><a>1</a><b>1</b></m>                          | MRM: found the end of MRM, expected a
                    1     | <m><a>1</a><b>1</b><a>1</a><b>1</b></m>          | MRM.a[2]: found a, expected no further element of this name here: it occurs too often or too late
                    """)
    void groupsRepeat(String occurs, String xml, String failure) {
        bothSay("(g): {occurs: " + occurs + ", sequence: {a: int, b: int}}", xml, failure);
    }

    @Test
    void foldersAreHeldToTheirOwnTypes() {
        bothSay(
                "f: {occurs: 1..3, sequence: {a: int, g: {sequence: {b: boolean}}}}",
                "<m><f><a>1</a><g><b>1</b></g></f><f><g><b>0</b></g></f></m>",
                "MRM.f[2].g: found g, expected a");
    }

    // Values

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    string: {minLength: 2, maxLength: 3}  | a      | at least 2 characters
                    string: {minLength: 2, maxLength: 3}  | abcd   | at most 3 characters
                    string: {minLength: 2, maxLength: 2}  | abc    | 2 characters
                    string: {minLength: 2, maxLength: 3}  | a€€    | ''
                    string: {pattern: '[A-Z]{2}[0-9]*'}   | AB12   | ''
                    string: {pattern: '[A-Z]{2}[0-9]*'}   | A12    | a string of the pattern [A-Z]{2}[0-9]*
                    string: [red, green]                  | green  | ''
                    string: [red, green]                  | blue   | one of red, green
                    int: {minInclusive: 5, maxExclusive: 10} | 5   | ''
                    int: {minInclusive: 5, maxExclusive: 10} | 4   | at least 5
                    int: {minInclusive: 5, maxExclusive: 10} | 10  | less than 10
                    decimal: {minExclusive: 0, maxInclusive: 1.5} | 0 | more than 0
                    decimal: {minExclusive: 0, maxInclusive: 1.5} | 1.51 | at most 1.5
                    decimal: 4.2                          | 12.34  | ''
                    decimal: 4.2                          | 12.340 | ''
                    decimal: 4.2                          | 123.45 | at most 4 digits
                    decimal: 4.2                          | 1.234  | at most 2 digits after the decimal point
                    byte:                                 | 127    | ''
                    byte:                                 | 128    | a value of the type byte
                    unsignedShort:                        | 65536  | a value of the type unsignedShort
                    positiveInteger:                      | 0      | a value of the type positiveInteger
                    negativeInteger:                      | 0      | a value of the type negativeInteger
                    unsignedLong:                         | 18446744073709551615 | ''
                    unsignedLong:                         | 18446744073709551616 | a value of the type unsignedLong
                    int: [1, 2]                           | 3      | one of 1, 2
                    hexBinary: {maxLength: 2}             | 010203 | at most 2 bytes
                    date: {minInclusive: 2024-01-01}      | 2023-12-31 | at least 2024-01-01
                    date: {minInclusive: 2024-01-01}      | 2024-01-01 | ''
                    double: {maxInclusive: 1}             | NaN    | at most 1.0
                    language:                             | de-AT  | ''
                    language:                             | d_     | a value of the type language
                    NCName:                               | a:b    | a value of the type NCName
                    NMTOKEN:                              | 1-a    | ''
                    duration:                             | P1Y2M3DT4H5M6.7S | ''
                    duration:                             | P1YT   | a value of the type duration
                    duration: {minInclusive: P1D}         | P2D    | ''
                    duration: {minInclusive: P1D}         | PT23H  | at least P1D
                    duration: {maxInclusive: P1M}         | P30D   | at most P1M
                    QName:                                | a:b    | ''
                    """)
    void aValueIsHeldToTheFacetsOfItsType(String type, String value, String expected) {
        String failure =
                expected.isEmpty() ? "" : "MRM.a: found '" + value + "', expected " + expected;
        String text = model("a: {" + type + "}");
        String xml = "<m><a>" + value + "</a></m>";
        assertThat(failures(parser(new XmlnscParser(), text), xml, ALL))
                .isEqualTo(failure.replace("MRM.", "XMLNSC.m."));
        String found = failures(parser(new MrmParser(), text), xml, ALL);
        assertThat(found.isEmpty()).as(found).isEqualTo(failure.isEmpty());
        assertThat(found).endsWith(expected);
        assertThat(failures(parser(new MrmParser(), text), xml, CONTENT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    date: {minInclusive: 2020-01-01, maxInclusive: 2019-01-01} | 2020-01-01, is more
                    duration: {minInclusive: P2D, maxExclusive: P1D} | P2D, is more than the largest
                    duration: {minInclusive: 2D} | minInclusive is '2D', not a value of the type duration
                    """)
    void boundsThatNoValueKeepsAreReported(String type, String problem) {
        Problems problems = new Problems();
        new MrmParser().with(List.of(new Source("x", model("a: {" + type + "}"))), problems);
        assertThat(problems.all().stream().map(Problem::text))
                .anySatisfy(text -> assertThat(text).contains(problem));
    }

    @Test
    void elementsAreHeldAgainstTheTypeThatTheyName() {
        String text =
                model("item: {type: Item, occurs: 0..*}")
                        + """
                        types:
                          Item: {sequence: {name: string}}
                          Book: {derivedFrom: Item, sequence: {name: string, pages: int}}
                          Other: {sequence: {x: string}}
                        """;
        String all =
                """
                <m xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>\
                <item i:type='Book'><name>a</name><pages>3</pages></item>%s</m>\
                """;
        String good = all.formatted("<item i:type='Item'><name>a</name></item>");
        String missing = all.formatted("<item i:type='Book'><name>a</name></item>");
        String bad = all.formatted("<item i:type='Book'><name>a</name><pages>x</pages></item>");
        String other = all.formatted("<item i:type='Other'><name>a</name></item>");
        for (Parser domain : List.of(new MrmParser(), new XmlnscParser())) {
            Parser parser = parser(domain, text);
            assertThat(failures(parser, good, ALL)).isEmpty();
            assertThat(failures(parser, missing, ALL))
                    .endsWith("item[2]: found the end of item, expected pages");
        }
        Parser xmlnsc = parser(new XmlnscParser(), text);
        assertThat(failures(xmlnsc, bad, ALL)).contains("item[2].pages: found 'x'");
        assertThat(failures(xmlnsc, other, ALL))
                .isEqualTo(
                        """
                        XMLNSC.m.item[2].type: found the type 'Other', expected one of Item, \
                        Book\
                        """);
        String spaced =
                all.formatted(
                        """
                        <item xmlns:p='urn:p' \
                        i:type='p:Book'><name>a</name><pages>3</pages></item>\
                        """);
        assertThat(failures(xmlnsc, spaced, ALL))
                .contains("item[2].type: found the type 'p:Book', expected one of Item, Book");
        assertThatThrownBy(
                        () ->
                                parse(xmlnsc, missing, ALL, ON_DEMAND)
                                        .child("m")
                                        .lastChild()
                                        .child("none"))
                .hasStackTraceContaining("expected pages");
    }

    @Test
    void aDefaultStandsForAnEmptyTextBeforePatternsAreLookedAt() {
        bothSay("a: {string: {pattern: '[A-Z]{2}'}, default: AB}", "<m><a/></m>", "");
        bothSay("a: {token: {pattern: 'A B'}}", "<m><a>\n A \t B </a></m>", "");
    }

    @Test
    void fixedValuesAndNullAreHeldToTheModel() {
        bothSay("a: {string:, fixed: x}", "<m><a>x</a></m>", "");
        bothSay(
                "a: {string:, fixed: x}",
                "<m><a>y</a></m>",
                "MRM.a: found 'y', expected x, the only permitted value");
        Parser mrm = parser(new MrmParser(), model("a: int\nb: {int:, nillable: true}"));
        Element tree = Element.of(ElementType.NAME, "MRM").domain("MRM");
        tree.add("a", (Value) null);
        tree.add("b", (Value) null);
        assertThatThrownBy(() -> mrm.validate(tree, MessageTemplate.domain("MRM"), ALL))
                .hasMessage("validation found 1 failure")
                .rootCause()
                .hasMessage("MRM.a: found NULL, expected a value");
    }

    @Test
    void textsOfATreeThatAProgramMadeAreHeldToTheTypeToo() {
        Parser mrm = parser(new MrmParser(), model("a: int\nb: date"));
        Element tree = Element.of(ElementType.NAME, "MRM").domain("MRM");
        tree.add("a", Value.of("12"));
        tree.add("b", Value.of("tomorrow"));
        MessageTemplate template = MessageTemplate.domain("MRM");
        assertThatThrownBy(() -> mrm.validate(tree, template, ALL))
                .satisfies(code(INVALID_OUTPUT_VALUE))
                .rootCause()
                .hasMessage("MRM.b: found 'tomorrow', expected a value of the type date");
        mrm.validate(tree, template, CONTENT);
        mrm.validate(tree, template, Validation.INHERIT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <a c='EUR'>1.5</a>                    | ''
                    <a c='EUR'>x</a>                      | a: found 'x', expected a value of the type decimal
                    <a>1.5</a>                            | a: found nothing, expected c
                    <a c='EURO'>1.5</a>                   | a.c: found 'EURO', expected 3 characters
                    <a c='EUR' d='1'>1</a>                | a.d: found an attribute d, expected none of this name
                    <a c='EUR'>1</a><t x='1'>a <b/> c</t> | ''
                    <a c='EUR'>1</a><t>a</t>              | ''
                    <a c='EUR'>1</a><t><b/><b/></t>       | t.b[2]: found b, expected no further element of this name
                    """)
    void valuesWithAttributesAndTextsBetweenElementsAreLookedAt(String xml, String failure) {
        String text =
                model(
                        """
                        a: {decimal:, attributes: {c: {string: 3..3, required: true}}}
                        t: {occurs: 0..1, mixed: true, anyAttribute: true, sequence: {b: \
                        {string:, occurs: 0..1}}}\
                        """);
        String document = "<m>" + xml + "</m>";
        String found = failures(parser(new XmlnscParser(), text), document, ALL);
        assertThat(found.isEmpty()).as(found).isEqualTo(failure.isEmpty());
        assertThat(found).contains(failure);
        // Of MRM, reading refuses what is no value, and attributes that the model does not have.
        if (!failure.contains("found 'x'") && !failure.contains("of this name")) {
            String mrm = failures(parser(new MrmParser(), text), document, ALL);
            assertThat(mrm.isEmpty()).as(mrm).isEqualTo(failure.isEmpty());
        }
    }

    // What the model does not describe

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    closed,      <m><a>1</a><xyz/></m>,   'MRM.xyz: found xyz, expected one of a'
                    open,        <m><a>1</a><x/></m>,   ''
                    openDefined, <m><a>1</a><k>1</k></m>, ''
                    """)
    void theContentRuleSaysWhatElseMayBeThere(String rule, String xml, String failure) {
        String text =
                """
                messageSet: test
                formats: {xml: {lenient: true}}
                messages:
                  m: {content: RULE, sequence: {a: int}}
                elements:
                  k: int
                """
                        .replace("RULE", rule);
        assertThat(failures(parser(new XmlnscParser(), text), xml, ALL))
                .isEqualTo(failure.replace("MRM.", "XMLNSC.m."));
    }

    @Test
    void attributesAreHeldToTheModel() {
        String text =
                """
                messageSet: test
                namespace: "urn:n"
                formats: [xml]
                messages:
                  m:
                    attributes: {a: {int:, required: true}, b: {string: 2}}
                    sequence: {c: int}
                """;
        Parser xmlnsc = parser(new XmlnscParser(), text);
        Parser mrm = parser(new MrmParser(), text);
        String good = "<m xmlns=\"urn:n\" a=\"1\" b=\"xy\"><c>1</c></m>";
        assertThat(failures(xmlnsc, good, ALL)).isEmpty();
        assertThat(failures(mrm, good, ALL)).isEmpty();
        String bad = "<m xmlns=\"urn:n\" b=\"xyz\"><c>1</c></m>";
        assertThat(failures(xmlnsc, bad, ALL))
                .isEqualTo(
                        """
                        XMLNSC.m: found nothing, expected a
                        XMLNSC.m.b: found 'xyz', expected at most 2 characters\
                        """);
        assertThat(failures(mrm, bad, ALL))
                .isEqualTo(
                        """
                        MRM: found nothing, expected a
                        MRM.b: found 'xyz', expected at most 2 characters\
                        """);
        assertThat(failures(xmlnsc, good.replace("b=", "d="), ALL))
                .isEqualTo("XMLNSC.m.d: found an attribute d, expected none of this name");
        assertThat(failures(xmlnsc, "<q/>", ALL))
                .isEqualTo("XMLNSC.q: found q, expected an element of the model (did you mean m?)");
    }

    @Test
    void fieldsAndFoldersAreNotTakenForEachOther() {
        Parser xmlnsc = parser(new XmlnscParser(), model("a: int\nf: {sequence: {b: int}}"));
        assertThat(failures(xmlnsc, "<m><a><x/></a><f>text</f></m>", ALL))
                .isEqualTo(
                        """
                        XMLNSC.m.a.x: found <x>, expected a value in a
                        XMLNSC.m.f: found text, expected elements\
                        """);
    }

    // Records

    @Test
    void recordsAreValidatedAsDocumentsAre() {
        Parser mrm =
                parser(
                        new MrmParser(),
                        """
                        messageSet: test
                        messages:
                          m:
                            sequence:
                              kind: {string: [A, B], cwf: {length: 1}}
                              n: {int: {maxInclusive: 50}, cwf: external 2 unsigned}
                              (pick): {choice: {x: {string: 1}, y: {int: 1, cwf: external unsigned}}}
                        """);
        assertThat(failures(mrm, "A50x", ALL)).isEmpty();
        assertThat(failures(mrm, "C51x", ALL))
                .isEqualTo(
                        """
                        MRM.kind: found 'C', expected one of A, B
                        MRM.n: found '51', expected at most 50\
                        """);
        Element record = parse(mrm, "A51x", ALL, ON_DEMAND);
        assertThatThrownBy(() -> record.child("n").value()).rootCause().hasMessageContaining("50");
    }

    @Test
    void delimitedRecordsAreValidatedTheSameWay() {
        Parser mrm =
                parser(
                        new MrmParser(),
                        """
                        messageSet: test
                        formats: {tds: {dataElementSeparation: allElementsDelimited, delimiter: ";"}}
                        messages:
                          m:
                            sequence:
                              kind: {string: [A, B]}
                              n: {int: {maxInclusive: 50}}
                              rest: {string: {minLength: 2}, occurs: 0..1}
                        """);
        assertThat(failures(mrm, "A;50;xy", ALL)).isEmpty();
        assertThat(failures(mrm, "C;51;x", ALL))
                .isEqualTo(
                        """
                        MRM.kind: found 'C', expected one of A, B
                        MRM.n: found '51', expected at most 50
                        MRM.rest: found 'x', expected at least 2 characters\
                        """);
    }

    // Hostile

    @Test
    void manyFailuresAndDeepTreesAreBounded() {
        Parser mrm = parser(new MrmParser(), model("a: {byte: {maxInclusive: 1}, occurs: 0..*}"));
        String many = "<m>" + "<a>9</a>".repeat(10_000) + "</m>";
        assertThat(failures(mrm, many, ALL).lines()).hasSize(100);
        Validation log = new Validation(CONTENT_AND_VALUE, LOCAL_ERROR);
        Element values = parse(mrm, many, log, ON_DEMAND);
        assertThat(logged(() -> IMMEDIATE.read(values))).hasSize(100);
        // To tell where each of them is would take hours.
        Element unknown = Element.of(ElementType.NAME, "MRM").domain("MRM");
        for (int i = 0; i < 1_000_000; i++) {
            unknown.add("b");
        }
        MessageTemplate template = MessageTemplate.domain("MRM");
        assertThat(logged(() -> mrm.validate(unknown, template, log))).hasSize(100);
        Parser self =
                parser(
                        new MrmParser(),
                        """
                        messageSet: test
                        formats: [xml]
                        messages:
                          m: t
                        types:
                          t: {sequence: {t: {type: t, occurs: 0..1}}}
                        """);
        Element tree = Element.of(ElementType.NAME, "MRM").domain("MRM");
        Element at = tree;
        for (int i = 0; i < 200_000; i++) {
            at = at.add("t");
        }
        self.validate(tree, template, ALL);
    }

    @Test
    void whatAModelSaysWrongOfValuesIsAProblem() {
        Problems problems = new Problems();
        String text =
                model(
                        """
                        a: {string: {pattern: '(a'}}
                        b: {int: {minInclusive: x}}
                        c: {int: [1, y]}\
                        """);
        new MrmParser().with(List.of(new Source("test.model.yaml", text)), problems);
        assertThat(problems.all()).isNotEmpty();
        assertThat(problems.all().toString()).contains("')' is missing");
    }

    @Test
    void aSetThatIsNotThereIsToldWithTheNearestOne() {
        Parser xmlnsc = parser(new XmlnscParser(), model("a: int"));
        MessageTemplate template = new MessageTemplate("XMLNSC", "tset", "", "");
        assertThat(xmlnsc.checkValidation(template))
                .contains("the application has no message set 'tset'; did you mean test?");
        assertThat(new XmlnscParser().checkValidation(template))
                .contains("the application has no message set for validation");
    }
}
