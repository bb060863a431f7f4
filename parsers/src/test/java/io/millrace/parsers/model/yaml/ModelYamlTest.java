package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.parsers.model.BaseType.DECIMAL;
import static io.millrace.parsers.model.BaseType.INT;
import static io.millrace.parsers.model.BaseType.SHORT;
import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.PhysicalType.EXTERNAL;
import static io.millrace.parsers.model.PhysicalType.PACKED;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.MissingElements;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.NullRule;
import io.millrace.parsers.model.NullRule.EncodingNull;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.NumberRule.SignOrientation;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.Preset;
import io.millrace.parsers.model.SimpleType;

import org.junit.jupiter.api.Test;

import java.util.List;

class ModelYamlTest {

    private static final String PAYROLL =
            """
            messageSet: payroll
            messages:
              employee:
                sequence:
                  id: {int: 9, cwf: external unsigned}
                  name: {string: 20}
                  salary: {decimal: 9.2, cwf: packed}
                  hired: {date:, cwf: {dateTimeFormat: yyyyMMdd}}
                  count: short
                  address: Address
                  skills: {string: 8, occurs: 0..5, cwf: {repeatReference: count}}
                  pay:
                    choice:
                      hourly: {decimal: 5.2, cwf: packed}
                      monthly: {decimal: 9.2, cwf: packed}
            types:
              Address:
                sequence:
                  street: {string: 30}
                  city: {string: 20, default: Berlin}
            """;

    static MessageSet read(String text) {
        Problems problems = new Problems();
        ModelFile file = ModelYaml.read(new Source("test.model.yaml", text), problems);
        assertThat(problems.all()).isEmpty();
        return file.set();
    }

    private static List<Problem> problems(String text) {
        Problems problems = new Problems();
        ModelYaml.read(new Source("test.model.yaml", text), problems);
        return problems.all();
    }

    static String rendered(String text) {
        StringBuilder all = new StringBuilder();
        problems(text).forEach(p -> all.append(p.render()).append('\n'));
        return all.toString();
    }

    private static List<Particle> fields(MessageSet set, String message) {
        return ((ComplexType) set.resolve(set.messages().get(message).type()))
                .content()
                .particles();
    }

    @Test
    void aRecordIsReadFromALineAField() {
        MessageSet set = read(PAYROLL);
        List<Particle> fields = fields(set, "employee");
        assertThat(set.name()).isEqualTo("payroll");
        assertThat(set.formats().get("cwf")).isInstanceOf(CwfFormat.class);
        assertThat(fields).hasSize(8);
        assertThat(fields.get(0))
                .isEqualTo(
                        ElementDeclaration.of("id", new SimpleType(INT, Facets.digits(9, null)))
                                .with(
                                        "cwf",
                                        CwfField.DEFAULTS
                                                .with(EXTERNAL)
                                                .with(NumberRule.signed(false))));
        assertThat(fields.get(2))
                .isEqualTo(
                        ElementDeclaration.of(
                                        "salary", new SimpleType(DECIMAL, Facets.digits(9, 2)))
                                .with("cwf", CwfField.DEFAULTS.with(PACKED)));
        assertThat(fields.get(4)).isEqualTo(ElementDeclaration.of("count", SimpleType.of(SHORT)));
        assertThat(((ElementDeclaration) fields.get(5)).type()).isEqualTo(new NamedType("Address"));
        assertThat(fields.get(6).occurs()).isEqualTo(new Occurs(0, 5));
        ComplexType pay = (ComplexType) ((ElementDeclaration) fields.get(7)).type();
        assertThat(pay.content().composition()).isEqualTo(CHOICE);
    }

    @Test
    void whatIsWrittenIsTheCanonicalTextOfWhatWasRead() {
        assertThat(ModelYaml.write(read(PAYROLL))).isEqualTo(PAYROLL);
    }

    @Test
    void everyPropertyOfACwfFieldComesBack() {
        String text =
                """
                messageSet: all
                identifier: DPFU0S4002001
                namespace: "urn:all"
                formats:
                  CWF1:
                    kind: cwf
                    byteAlignmentPad: "0xFF"
                    packedDecimalPositiveCode: F
                    policyForMissingElements: "null"
                    booleanTrueValue: 59
                    booleanFalseValue: 4E
                    booleanNullValue: 40
                    defaultCcsid: 1208
                    defaultByteOrder: littleEndian
                    defaultPackedDecimalByteOrder: littleEndian
                    defaultFloatFormat: ieee
                    centuryWindow: 30
                    firstDayOfWeek: 7
                    daysInFirstWeek: 1
                    strictDateTimeCheck: false
                    timeZone: Europe/Berlin
                    daylightSaving: false
                  cwf: {}
                messages:
                  m:
                    sequence:
                      a:
                        decimal: 9.2
                        nillable: true
                        CWF1: {physicalType: external, length: 10, signed: true, signOrientation: leadingSeparate, signEbcdicCustom: true, virtualDecimalPoint: 2, justification: right, paddingCharacter: "0", encodingNull: literalFill, encodingNullValue: "*", byteAlignment: 4, leadingSkipCount: 3, trailingSkipCount: 2, repeatReference: n}
                      b: {string:, cwf: {lengthReference: a, inclusiveLengthReference: true, lengthUnits: characters, dateTimeFormat: yyyy}}
                """;
        MessageSet set = read(text);
        ElementDeclaration a = (ElementDeclaration) fields(set, "m").getFirst();
        CwfField field = (CwfField) a.physical().get("CWF1");
        assertThat(field.length()).isEqualTo(LengthRule.of(10));
        assertThat(field.number())
                .isEqualTo(new NumberRule(true, SignOrientation.LEADING_SEPARATE, true, 2));
        assertThat(field.padding().character()).isEqualTo(FillCharacter.ZERO);
        assertThat(field.nulls()).isEqualTo(new NullRule(EncodingNull.LITERAL_FILL, "*"));
        assertThat(field.placement().leadingSkipCount()).isEqualTo(3);
        CwfFormat format = (CwfFormat) set.formats().get("CWF1");
        assertThat(format.settings().missing()).isEqualTo(MissingElements.NULL);
        assertThat(format.settings().booleans().trueValue().hex()).isEqualTo("59");
        assertThat(format.settings().dateTimes().centuryWindow()).isEqualTo(30);
        assertThat(read(ModelYaml.write(set))).isEqualTo(set);
    }

    @Test
    void everyPropertyOfAnXmlFormatComesBack() {
        String text =
                """
                messageSet: all
                formats:
                  X:
                    kind: xml
                    rootTag: all
                    lenient: true
                    suppressDeclaration: true
                    declareEncoding: true
                    standalone: false
                    doctypePublicId: p
                    doctypeSystemId: s
                    doctypeText: t
                    namespaces: {p: "urn:p", q: "urn:q"}
                    schemaLocations: {"": a.xsd, "urn:p": p.xsd}
                    namespaceDeclaration: asRequired
                    booleanTrueValue: Y
                    booleanFalseValue: N
                    dateTimeFormat: yyyyMMddHHmmss
                    dateFormat: yyyyMMdd
                    timeFormat: HHmm
                    encodingNumericNull: value
                    encodingNumericNullValue: "-"
                    encodingNonNumericNull: element
                    encodingNonNumericNullValue: nothing
                    centuryWindow: 10
                  xml: {}
                messages:
                  m:
                    sequence:
                      a: {int:, X: attribute}
                      b: {int:, X: elementAttrVal c, xml: {xmlName: attribute}}
                      d: {int:, X: e}
                      f:
                        hexBinary:
                        X:
                          render: elementAttrIdVal
                          xmlName: g
                          idAttributeName: h
                          idAttributeValue: i j
                          valueAttributeName: k
                          encoding: base64
                          cdata: true
                          dateTimeFormat: yy
                """;
        MessageSet set = read(text);
        assertThat(read(ModelYaml.write(set))).isEqualTo(set);
        assertThat(ModelYaml.write(set)).contains("a: {int:, X: attribute}", "X: e}");
    }

    @Test
    void groupsReferencesAttributesAndDocumentationComeBack() {
        String text =
                """
                messageSet: parts
                messages:
                  order:
                    attributes:
                      currency: {string: 3, required: true}
                      version: {int:, fixed: 2}
                    content: open
                    sequence:
                      head: {element: head}
                      (either):
                        choice:
                          a: int
                          b: string
                      (tail): {group: tail, occurs: 1..*}
                  wrapped:
                    sequence:
                      - code: {string: [A, B, "-"]}
                      - code: {string: {minLength: 1, pattern: "[0-9]+"}, documentation: "it's: twice"}
                      - body: {message: [order]}
                types:
                  Code: {string: 1..3}
                groups:
                  tail:
                    all:
                      t: Code
                elements:
                  head: {type: Code, nillable: true}
                """;
        MessageSet set = read(text);
        assertThat(fields(set, "order").get(0)).isInstanceOf(ElementReference.class);
        assertThat(fields(set, "order").get(1)).isInstanceOf(Group.class);
        assertThat(fields(set, "order").get(2))
                .isEqualTo(new GroupReference("tail", new Occurs(1, Occurs.UNBOUNDED)));
        assertThat(((ComplexType) set.messages().get("order").type()).attributes())
                .extracting(a -> a.declaration().preset())
                .containsExactly(null, new Preset("2", true));
        assertThat(fields(set, "wrapped")).hasSize(3);
        assertThat(ModelYaml.write(set)).isEqualTo(text);
    }

    @Test
    void anUnknownKeyIsReportedWithTheNearestName() {
        assertThat(
                        rendered(
                                """
                                messageSet: x
                                messages:
                                  m:
                                    sequence:
                                      a: {int:, ocurs: 3, cwf: {byteAlignmnt: 4}}
                                      b: {string: 3, cwf: paked}
                                """))
                .isEqualTo(
                        """
                        test.model.yaml:5:17: error MR1004: unknown key 'ocurs'
                                  a: {int:, ocurs: 3, cwf: {byteAlignmnt: 4}}
                                            ^^^^^
                            did you mean occurs?
                        test.model.yaml:5:33: error MR1004: unknown key 'byteAlignmnt'
                                  a: {int:, ocurs: 3, cwf: {byteAlignmnt: 4}}
                                                            ^^^^^^^^^^^^
                            did you mean byteAlignment?
                        test.model.yaml:6:27: error MR1006: 'paked' is not a physical type, length or sign
                                  b: {string: 3, cwf: paked}
                                                      ^^^^^
                            did you mean packed?
                        """);
    }

    @Test
    void namesThatTheSetDoesNotHaveAreReportedTogether() {
        assertThat(
                        rendered(
                                """
                                messageSet: x
                                messages:
                                  m:
                                    sequence:
                                      a: Adress
                                      b: {type: integr}
                                      (g): {group: none}
                                      c: {element: b}
                                types:
                                  Address:
                                    sequence: {s: string}
                                elements:
                                  bb: int
                                """))
                .contains("5:10: error MR1040: the message set has no type 'Adress'")
                .contains("did you mean Address?")
                .contains("6:", "the message set has no type 'integr'", "did you mean integer?")
                .contains("the message set has no group 'none'")
                .contains("the message set has no element 'b'", "did you mean bb?");
    }

    @Test
    void valuesOfTheWrongKindAreReportedWhereTheyStand() {
        List<Problem> found =
                problems(
                        """
                        messageSet: x
                        formats: [cwf, cfw]
                        messages:
                          m:
                            sequence:
                              a: {int: 3.4}
                              b: {string: 5, decimal: 3}
                              c: {occurs: 3}
                              d: {int:, occurs: many}
                              e: {string: 3, default: a, fixed: b}
                              f: {boolean: 3}
                              g: {int:, cwf: {byteAlignment: 3}}
                              h: [int]
                              i:
                          n: int
                        """);
        assertThat(found)
                .extracting(p -> p.place().line())
                .containsExactlyInAnyOrder(2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    }

    @Test
    void facetsThatNoValueKeepsAreReportedWhereTheyStand() {
        String text =
                rendered(
                        """
                        messageSet: x
                        types:
                          A: {int: {minInclusive: 5, maxInclusive: 1}}
                          B: {decimal: {minExclusive: 1.5, maxInclusive: 1.49}}
                          C: {string: {minLength: 4, maxLength: 3}}
                          D: {string: {length: 4, maxLength: 3}}
                          E: {int: {minInclusive: 1, minExclusive: 2}}
                          F: {decimal: {minInclusive: 1.50, maxInclusive: 1.5}}
                          G: {decimal: {totalDigits: 2, fractionDigits: 3}}
                        """);
        assertThat(text.lines().filter(l -> l.contains("error")))
                .satisfiesExactly(
                        l -> assertThat(l).contains(":3:", "minInclusive is 5, more than"),
                        l -> assertThat(l).contains(":4:", "minExclusive is 1.5, more than"),
                        l -> assertThat(l).contains(":5:", "minLength is 4, more than"),
                        l ->
                                assertThat(l)
                                        .contains(
                                                ":6:", "maxLength cannot be combined with length"),
                        l -> assertThat(l).contains(":7:", "minExclusive cannot be combined with"),
                        l -> assertThat(l).contains(":9:", "fractionDigits is 3, more than"));
    }

    @Test
    void aNameLikeARenderingIsWrittenInFull() {
        String text =
                """
                messageSet: x
                formats: [xml]
                messages:
                  m:
                    sequence:
                      a: {int:, xml: {xmlName: elements}}
                """;
        String written = ModelYaml.write(read(text));
        assertThat(written).contains("xmlName: elements");
        assertThat(problems(written)).isEmpty();
    }

    @Test
    void aTypeThatStandsForItselfIsReported() {
        assertThat(problems("messageSet: x\ntypes: {A: B, B: A}\n"))
                .extracting(Problem::code)
                .contains(BAD_VALUE);
    }

    @Test
    void aFileWithoutANameSaysSo() {
        assertThat(problems("messages: {}\n"))
                .extracting(Problem::text)
                .containsExactly("the key 'messageSet' is missing");
    }
}
