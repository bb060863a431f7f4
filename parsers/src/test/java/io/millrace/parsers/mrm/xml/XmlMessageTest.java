package io.millrace.parsers.mrm.xml;

import static io.millrace.engine.error.ErrorCode.PARSE_LIMIT;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.parsers.Messages.code;
import static io.millrace.parsers.mrm.xml.XmlRecords.show;
import static io.millrace.parsers.mrm.xml.XmlRecords.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.parsers.mrm.MrmParser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** Messages of a model in XML: every property, both ways. */
class XmlMessageTest {

    private static final String DECLARED = "<?xml version=\"1.0\"?>";
    private static final String PLAIN = "suppressDeclaration: true";

    /** Reads XML, shows its tree, and writes a copy of that tree that a program made. */
    private static void both(XmlRecords model, String xml, String tree) {
        Element parsed = model.parse(xml);
        assertThat(show(parsed)).isEqualTo(tree);
        assertThat(model.write(parsed.deepCopy())).isEqualTo(xml);
        assertThat(model.write(parsed)).isEqualTo(xml);
    }

    @Test
    void aMessageHasTheModelsNamesAndValues() {
        XmlRecords model =
                XmlRecords.of(
                        PLAIN,
                        """
                        id: int
                        name: string
                        salary: {decimal: 9.2}
                        active: boolean
                        ratio: double
                        hired: date
                        at: dateTime
                        start: time
                        key: hexBinary
                        data: base64Binary
                        born: gYear
                        child:
                          occurs: 0..9
                          sequence: {name: string, age: short}
                        """);
        both(
                model,
                """
                <m><id>7</id><name>Jo &amp; Ann</name><salary>12.30</salary><active>true</active>\
                <ratio>0.5</ratio><hired>2024-02-29</hired>\
                <at>2024-02-29T10:11:12.5</at><start>10:11:12</start><key>00FF</key>\
                <data>AAEC</data><born>1999</born>\
                <child><name>A</name><age>3</age></child>\
                <child><name>B</name><age>5</age></child></m>\
                """,
                """
                id = INTEGER 7
                name = CHARACTER Jo & Ann
                salary = DECIMAL 12.30
                active = BOOLEAN true
                ratio = FLOAT 0.5
                hired = DATE 2024-02-29
                at = TIMESTAMP 2024-02-29T10:11:12.500000
                start = TIME 10:11:12.000000
                key = BLOB 00FF
                data = BLOB 000102
                born = DATE 1999-01-01
                child
                  name = CHARACTER A
                  age = INTEGER 3
                child
                  name = CHARACTER B
                  age = INTEGER 5
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a: int                                                       | <m><a>5</a></m>
                    a: {int:, xml: b}                                            | <m><b>5</b></m>
                    a: {int:, xml: attribute}                                    | <m a="5"/>
                    a: {int:, xml: attribute b}                                  | <m b="5"/>
                    a: {int:, xml: elementAttrId f}                      | <m><f id="a">5</f></m>
                    a: {int:, xml: elementAttrVal}                               | <m><a val="5"/></m>
                    a: {int:, xml: elementAttrIdVal f}         | <m><f id="a" val="5"/></m>
                    a: {int:, xml: {render: elementAttrIdVal, xmlName: f, idAttributeName: n, idAttributeValue: x y, valueAttributeName: v}} | <m><f n="x y" v="5"/></m>
                    """)
    void anElementIsRenderedAsItsPropertiesSay(String field, String xml) {
        both(XmlRecords.of(PLAIN, field), xml, "a = INTEGER 5\n");
    }

    @Test
    void attributesTellElementsOfOneTagApart() {
        XmlRecords model =
                XmlRecords.of(
                        PLAIN,
                        """
                        a: {int:, xml: elementAttrId field}
                        b: {xml: elementAttrId field, sequence: {c: int}}
                        """);
        both(
                model,
                "<m><field id=\"a\">1</field><field id=\"b\"><c>2</c></field></m>",
                "a = INTEGER 1\nb\n  c = INTEGER 2\n");
    }

    @Test
    void attributesOfTheModelAreAttributes() {
        XmlRecords model =
                XmlRecords.model(
                        """
                        messageSet: test
                        formats: {xml: {suppressDeclaration: true}}
                        messages:
                          m:
                            attributes: {version: int, lang: {string: [de, en]}}
                            sequence:
                              a:
                                attributes: {b: boolean}
                                sequence: {c: int}
                        """);
        both(
                model,
                "<m version=\"2\" lang=\"de\"><a b=\"false\"><c>1</c></a></m>",
                """
                version = INTEGER 2
                lang = CHARACTER de
                a
                  b = BOOLEAN false
                  c = INTEGER 1
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    empty                          | int | element        | <m><a/></m>
                    empty                          | int | attribute      | <m a=""/>
                    empty                          | int | elementAttrVal | <m><a val=""/></m>
                    value, encodingNumericNullValue: none | int | element | <m><a>none</a></m>
                    value, encodingNumericNullValue: none | int | attribute | <m a="none"/>
                    value, encodingNumericNullValue: none | int | elementAttrVal | <m><a val="none"/></m>
                    xmlSchema | int | element | <m><a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></m>
                    valueAttribute | int | elementAttrVal | <m><a/></m>
                    valueAttribute | int | elementAttrIdVal | <m><a id="a"/></m>
                    element, encodingNumericNullValue: null1 | int | element | <m><a><null1/></a></m>
                    attribute, encodingNumericNullValue: isNull | int | element | <m><a isNull="true"/></m>
                    """)
    void nullIsWrittenAndReadAsTheFormatSays(
            String encoding, String type, String render, String xml) {
        XmlRecords model =
                XmlRecords.of(
                        PLAIN + ", encodingNumericNull: " + encoding,
                        "a: {" + type + ":, nillable: true, xml: " + render + "}");
        both(model, xml, "a\n");
    }

    @Test
    void textsAndNumbersMayBeNullInDifferentWays() {
        XmlRecords model =
                XmlRecords.of(
                        PLAIN + ", encodingNonNumericNull: value, encodingNonNumericNullValue: '-'",
                        "a: {int:, nillable: true}\nb: {string:, nillable: true}\nc: string");
        both(model, "<m><a/><b>-</b><c>-</c></m>", "a\nb\nc = CHARACTER -\n");
        assertThat(show(model.parse("<m><b/></m>"))).isEqualTo("b = CHARACTER \n");
    }

    @Test
    void whatCannotBeNullIsLeftOutWhereItIs() {
        XmlRecords model = XmlRecords.of(PLAIN, "a: int\nb: int");
        assertThat(model.write(tree("a", null, "b", 1))).isEqualTo("<m><b>1</b></m>");
    }

    @Test
    void aTagWithoutTextHasTheDefault() {
        XmlRecords model = XmlRecords.of("a: {int:, default: 5}\nb: {string:, fixed: x}");
        assertThat(show(model.parse("<m><a/><b/></m>")))
                .isEqualTo("a = INTEGER 5\nb = CHARACTER x\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''                                     | a: {string:, xml: {cdata: true}} | <m><a><![CDATA[<b>]]></a></m> | CHARACTER <b>
                    booleanTrueValue: Y, booleanFalseValue: N | a: boolean | <m><a>Y</a></m> | BOOLEAN true
                    ''  | a: {hexBinary:, xml: {encoding: base64}} | <m><a>AAEC</a></m> | BLOB 000102
                    ''  | a: {base64Binary:, xml: {encoding: hex}} | <m><a>000102</a></m> | BLOB 000102
                    ''  | a: {date:, xml: {dateTimeFormat: dd.MM.yyyy}} | <m><a>29.02.2024</a></m> | DATE 2024-02-29
                    dateFormat: yyyyMMdd | a: date | <m><a>20240229</a></m> | DATE 2024-02-29
                    timeFormat: HHmm | a: time | <m><a>1011</a></m> | TIME 10:11:00
                    ''  | a: gYearMonth | <m><a>2024-02</a></m> | DATE 2024-02-01
                    ''  | a: gMonthDay | <m><a>--02-28</a></m> | DATE 1970-02-28
                    ''  | a: gDay | <m><a>---28</a></m> | DATE 1970-01-28
                    ''  | a: gMonth | <m><a>--02</a></m> | DATE 1970-02-01
                    ''  | a: float | <m><a>INF</a></m> | FLOAT INF
                    """)
    void valuesLookAsThePropertiesSay(String settings, String field, String xml, String value) {
        XmlRecords model =
                XmlRecords.of(PLAIN + (settings.isEmpty() ? "" : ", " + settings), field);
        Element parsed = model.parse(xml);
        if (value.startsWith("FLOAT") || value.startsWith("TIME")) {
            assertThat(parsed.child("a").value()).isNotNull();
        } else {
            assertThat(show(parsed)).isEqualTo("a = " + value + "\n");
        }
        assertThat(model.write(parsed.deepCopy())).isEqualTo(xml);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    rootTag: all | <?xml version="1.0"?><all><m><a>1</a></m></all>
                    declareEncoding: true, standalone: true | <?xml version="1.0" encoding="UTF-8" standalone="yes"?><m><a>1</a></m>
                    doctypeSystemId: m.dtd | <?xml version="1.0"?><!DOCTYPE m SYSTEM "m.dtd"><m><a>1</a></m>
                    doctypePublicId: -//x, doctypeSystemId: m.dtd, doctypeText: <!ELEMENT m ANY> | <?xml version="1.0"?><!DOCTYPE m PUBLIC "-//x" "m.dtd" [<!ELEMENT m ANY>]><m><a>1</a></m>
                    'suppressDeclaration: true, namespaces: {p: "urn:p"}' | <m xmlns:p="urn:p"><a>1</a></m>
                    'suppressDeclaration: true, schemaLocations: {"": m.xsd, "urn:p": p.xsd}' | <m xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="m.xsd" xsi:schemaLocation="urn:p p.xsd"><a>1</a></m>
                    """)
    void theDocumentAroundTheMessageIsAsTheFormatSays(String settings, String xml) {
        XmlRecords model = XmlRecords.of(settings, "a: int");
        assertThat(model.write(tree("a", 1))).isEqualTo(xml);
        assertThat(show(model.parseAll(xml))).isEqualTo("a = INTEGER 1\n");
    }

    private static final String NAMESPACES =
            """
            messageSet: test
            namespace: urn:a
            formats: {xml: {suppressDeclaration: true, namespaces: {p: "urn:a", q: "urn:b"}%s}}
            messages:
              m:
                attributes: {x: int, y: {int:, namespace: "urn:b"}}
                sequence:
                  a: int
                  b: {int:, namespace: "urn:b"}
                  c: {int:, namespace: ""}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    '' | <p:m xmlns:p="urn:a" xmlns:q="urn:b" x="1" q:y="2"><p:a>3</p:a><q:b>4</q:b><c>5</c></p:m>
                    ', namespaceDeclaration: asRequired' | <p:m xmlns:p="urn:a" x="1" xmlns:q="urn:b" q:y="2"><p:a>3</p:a><q:b>4</q:b><c>5</c></p:m>
                    """)
    void nameSpacesAreThoseOfTheModel(String settings, String xml) {
        XmlRecords model = XmlRecords.model(NAMESPACES.formatted(settings));
        Element parsed = model.parse(xml);
        assertThat(parsed.child("urn:a", "a").value()).isEqualTo(Value.of(3));
        assertThat(parsed.child("urn:b", "b").value()).isEqualTo(Value.of(4));
        assertThat(parsed.child("", "c").value()).isEqualTo(Value.of(5));
        assertThat(parsed.child("urn:a", "x").value()).isEqualTo(Value.of(1));
        Element again = model.parse(model.bytes(parsed.deepCopy()), COMPLETE);
        assertThat(show(again)).isEqualTo(show(parsed));
        if (settings.isEmpty()) {
            assertThat(model.write(parsed.deepCopy())).isEqualTo(xml);
        }
        String other = xml.replace("p:", "z:").replace(":p", ":z");
        assertThat(show(model.parse(other))).isEqualTo(show(parsed));
    }

    @Test
    void whatWasNotChangedGoesOutAsItCame() {
        XmlRecords model = XmlRecords.of("a: int\nb: {sequence: {c: int, d: string}}\ne: int");
        String xml =
                """
                <?xml version='1.0'  ?>
                <!-- note --><m>
                  <a> 01 </a><b ><c>+2</c>\
                <!-- kept --><d>x&#65;</d></b>
                  <e>3</e></m>
                """;
        assertThat(model.write(model.parse(xml))).isEqualTo(xml);
        Element changed = model.parse(xml).copy();
        changed.child("e").value(Value.of(4));
        assertThat(model.write(changed))
                .isEqualTo(
                        DECLARED
                                + """
                                <m><a> 01 </a><b ><c>+2</c><!-- kept --><d>x&#65;</d></b>\
                                <e>4</e></m>\
                                """);
    }

    @Test
    void declarationsOfTheMessageThatCameAreKept() {
        XmlRecords model = XmlRecords.of(PLAIN, "a: int\nb: int");
        Element changed =
                model.parse(
                                """
                                <m xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                                xsi:noNamespaceSchemaLocation="m.xsd"><a>1</a></m>\
                                """)
                        .copy();
        changed.add("b", Value.of(2));
        assertThat(model.write(changed))
                .isEqualTo(
                        """
                        <m xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                        xsi:noNamespaceSchemaLocation="m.xsd"><a>1</a><b>2</b></m>\
                        """);
    }

    @Test
    void aMessageIsConvertedBetweenFormatsAndCodePages() {
        XmlRecords model =
                XmlRecords.model(
                        """
                        messageSet: test
                        formats: [cwf, xml]
                        messages:
                          m:
                            sequence:
                              id: {int: 4, cwf: external unsigned}
                              name: {string: 4}
                              pay: {decimal: 5.2, cwf: external unsigned, xml: attribute}
                        """);
        XmlRecords records = model.in("m", "cwf");
        XmlRecords documents = model.in("m", "xml");
        Element record = records.parse("0042Jö  00150".replace("ö", "o"));
        String xml = DECLARED + "<m pay=\"1.50\"><id>42</id><name>Jo</name></m>";
        assertThat(documents.write(record)).isEqualTo(xml);
        Element document = documents.parse(xml);
        Element inOrder = document.deepCopy();
        assertThat(new String(records.bytes(inOrder).toArray(), UTF_8)).isEqualTo("0042Jo  00150");
        assertThat(documents.bytes(document, 500).text(java.nio.charset.Charset.forName("Cp500")))
                .isEqualTo(xml);
    }

    @Test
    void typesMayContainThemselvesAndDepthIsLimited() {
        XmlRecords model =
                XmlRecords.model(
                        """
                        messageSet: test
                        formats: [xml]
                        messages:
                          m: tree
                        types:
                          tree:
                            sequence:
                              v: {int:, occurs: 0..1}
                              t: {type: tree, occurs: 0..*}
                        """);
        String xml = "<m><v>1</v><t><t><v>2</v></t></t><t/></m>";
        assertThat(show(model.parse(xml)))
                .isEqualTo("v = INTEGER 1\nt\n  t\n    v = INTEGER 2\nt\n");
        String deep = "<m>" + "<t>".repeat(3_000) + "</t>".repeat(3_000) + "</m>";
        assertThatThrownBy(() -> model.parseAll(deep)).satisfies(code(PARSE_LIMIT));
        Element tree = tree();
        Element at = tree;
        for (int i = 0; i < Limits.DEFAULTS.treeDepth() + 10; i++) {
            at = at.add("t");
        }
        assertThatThrownBy(() -> model.write(tree)).hasMessageContaining("levels");
    }

    @Test
    void messagesMayBeEmbedded() {
        XmlRecords model =
                XmlRecords.model(
                                """
                                messageSet: test
                                formats: {xml: {suppressDeclaration: true}}
                                messages:
                                  outer: {sequence: {k: int, (body): {message: [one, two]}}}
                                  one: {sequence: {a: int}}
                                  two: {sequence: {b: int}}
                                """)
                        .in("outer", "xml");
        both(
                model,
                "<outer><k>1</k><two><b>2</b></two></outer>",
                "k = INTEGER 1\ntwo\n  b = INTEGER 2\n");
    }

    // What the model does not describe

    private static final String OPEN =
            """
            messageSet: test
            formats: {xml: {suppressDeclaration: true}}
            messages:
              m:
                content: %s
                sequence: {a: int}
            elements:
              known: {int:, xml: k}
            """;

    @Test
    void anOpenTypeKeepsWhatTheModelDoesNotDescribe() {
        both(
                XmlRecords.model(OPEN.formatted("open")),
                "<m x=\"1\"><a>1</a><b y=\"2\">t</b><c><d>3</d></c></m>",
                """
                x = CHARACTER 1
                a = INTEGER 1
                b = CHARACTER t
                  y = CHARACTER 2
                c
                  d = CHARACTER 3
                """);
    }

    @Test
    void anOpenDefinedTypeTakesWhatTheSetDeclares() {
        XmlRecords model = XmlRecords.model(OPEN.formatted("openDefined"));
        both(model, "<m><a>1</a><k>2</k></m>", "a = INTEGER 1\nknown = INTEGER 2\n");
        assertThatThrownBy(() -> model.parseAll("<m><a>1</a><z>2</z></m>"))
                .hasMessageContaining("found <z>, expected one of the tags a in MRM");
    }

    @Test
    void aLenientFormatPassesOverWhatAClosedTypeDoesNotHave() {
        XmlRecords model = XmlRecords.of("lenient: true", "a: int");
        assertThat(show(model.parse("<m q=\"1\">text<z><a/></z><a p=\"2\">1</a><y/></m>")))
                .isEqualTo("a = INTEGER 1\n");
        assertThat(model.write(tree("z", 1, "a", 2))).isEqualTo(DECLARED + "<m><a>2</a></m>");
    }

    // Values with attributes, texts between tags

    private static final XmlRecords PRICES =
            XmlRecords.of(
                    """
                    price:
                      decimal:
                      occurs: 0..*
                      attributes: {currency: {string: 3, required: true}, rate: double}
                    note:
                      occurs: 0..*
                      mixed: true
                      anyAttribute: true
                      sequence: {b: {string:, occurs: 0..*}}
                    """);

    @Test
    void aValueMayHaveAttributes() {
        String xml =
                """
                <m><price currency='EUR' rate='1.5'>19.90</price><price \
                currency="USD">7</price></m>\
                """;
        Element body = PRICES.parse(xml);
        assertThat(show(body))
                .isEqualTo(
                        """
                        price = DECIMAL 19.90
                          currency = CHARACTER EUR
                          rate = FLOAT \
                        1.5
                        price = DECIMAL 7
                          currency = CHARACTER USD
                        """);
        assertThat(PRICES.write(body)).isEqualTo(xml);
        body.at("price", "currency").value(Value.of("CHF"));
        body.lastChild().value(Value.of(8));
        assertThat(PRICES.write(body))
                .endsWith(
                        """
                        <m><price currency="CHF" rate="1.5">19.90</price><price \
                        currency="USD">8</price></m>\
                        """);
        assertThat(PRICES.write(PRICES.parse(xml).deepCopy()))
                .endsWith(
                        """
                        <m><price currency="EUR" rate="1.5">19.90</price><price \
                        currency="USD">7</price></m>\
                        """);
        assertThatThrownBy(() -> PRICES.parseAll("<m><price size='1'>1</price></m>"))
                .hasMessageContaining("found the attribute size")
                .hasMessageContaining("one of the attributes currency, rate");
        assertThatThrownBy(() -> PRICES.parseAll("<m><price><x/></price></m>"))
                .hasMessageContaining("found <x>");
    }

    @Test
    void textsBetweenTagsAreElementsWithoutAName() {
        String xml = "<m><note lang='de'>one <b>two</b> three</note><note>plain</note><note/></m>";
        Element body = PRICES.parse(xml);
        assertThat(show(body))
                .isEqualTo(
                        """
                        note
                          lang = CHARACTER de
                           = CHARACTER one\s
                          b = CHARACTER two
                           = CHARACTER  three
                        note
                           = CHARACTER plain
                        note
                        """);
        assertThat(body.child("note").next().fieldValue()).isEqualTo(Value.of("plain"));
        body.at("note", "b").value(Value.of("2 & 3"));
        String written =
                """
                <m><note lang="de">one <b>2 &amp; 3</b> \
                three</note><note>plain</note><note/></m>\
                """;
        assertThat(PRICES.write(body)).endsWith(written);
        assertThat(PRICES.write(body.deepCopy())).endsWith(written);
        assertThatThrownBy(() -> PRICES.parseAll("<m>text<note/></m>"))
                .hasMessageContaining("found 'text'")
                .hasMessageContaining("tags alone in MRM");
    }

    @Test
    void onlyXmlHasValuesWithAttributes() {
        Problems problems = new Problems();
        String text =
                """
                messageSet: s
                formats: [xml, cwf]
                messages:
                  m:
                    sequence:
                      a: \
                {string: 3, attributes: {b: {string: 1}}}
                """;
        new MrmParser().with(List.of(new Source("s.model.yaml", text)), problems);
        assertThat(problems.all())
                .anySatisfy(
                        p ->
                                assertThat(p.render())
                                        .contains("6:", "a value beside attributes, which only"));
    }
}
