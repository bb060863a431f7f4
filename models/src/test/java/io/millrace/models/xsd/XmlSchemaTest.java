package io.millrace.models.xsd;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;
import io.millrace.models.Rendered;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.mrm.MrmParser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class XmlSchemaTest {

    private static final String ORDER =
            """
            <xs:element name="order" type="o:Order">
              <xs:annotation><xs:documentation>An order
                 of a customer.</xs:documentation></xs:annotation>
            </xs:element>
            <xs:element name="note" type="xs:string"/>
            <xs:complexType name="Base" abstract="true">
              <xs:sequence><xs:element name="id" type="o:Id"/></xs:sequence>
              <xs:attribute name="version" type="xs:int" use="required"/>
            </xs:complexType>
            <xs:complexType name="Order">
              <xs:complexContent>
                <xs:extension base="o:Base">
                  <xs:sequence>
                    <xs:group ref="o:person"/>
                    <xs:element ref="o:pay" minOccurs="0"/>
                    <xs:element ref="o:note" minOccurs="0" maxOccurs="unbounded"/>
                    <xs:choice minOccurs="0" maxOccurs="2">
                      <xs:element name="mail" type="xs:anyURI" nillable="true"/>
                      <xs:element name="phone" type="xs:token" default="none"/>
                    </xs:choice>
                    <xs:element name="line" maxOccurs="99">
                      <xs:complexType>
                        <xs:all>
                          <xs:element name="amount" form="unqualified">
                            <xs:simpleType><xs:restriction base="o:Money">
                              <xs:maxExclusive value="1000"/>
                            </xs:restriction></xs:simpleType>
                          </xs:element>
                        </xs:all>
                        <xs:attributeGroup ref="o:marks"/>
                      </xs:complexType>
                    </xs:element>
                    <xs:any namespace="##other" processContents="lax"/>
                  </xs:sequence>
                  <xs:attribute ref="xml:lang"/>
                </xs:extension>
              </xs:complexContent>
            </xs:complexType>
            <xs:simpleType name="Id"><xs:restriction base="xs:string">
              <xs:length value="8"/><xs:pattern value="[A-Z]{2}[0-9]{6}"/>
            </xs:restriction></xs:simpleType>
            <xs:simpleType name="Money"><xs:restriction base="xs:decimal">
              <xs:totalDigits value="9"/><xs:fractionDigits value="2"/><xs:minInclusive value="0"/>
            </xs:restriction></xs:simpleType>
            <xs:group name="person"><xs:sequence>
              <xs:element name="name"><xs:simpleType><xs:restriction base="xs:string">
                <xs:enumeration value="Ann"/><xs:enumeration value="Bob"/>
              </xs:restriction></xs:simpleType></xs:element>
            </xs:sequence></xs:group>
            <xs:attributeGroup name="marks">
              <xs:attribute name="kind" fixed="x"><xs:simpleType>
                <xs:union memberTypes="xs:int xs:string"/></xs:simpleType></xs:attribute>
            </xs:attributeGroup>
            <xs:element name="pay" abstract="true"/>
            <xs:element name="cash" substitutionGroup="o:pay" type="o:Money"/>
            <xs:element name="card" substitutionGroup="o:pay" type="o:Card"/>
            <xs:complexType name="Card">
              <xs:sequence>
                <xs:element name="number" type="xs:string"/>
                <xs:element name="again" type="o:Card" minOccurs="0"/>
              </xs:sequence>
            </xs:complexType>
            """;

    private static String schema(String content) {
        return """
        <xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:o='urn:o' \
        targetNamespace='urn:o' elementFormDefault='qualified'>
        %s</xs:schema>\
        """
                .formatted(content);
    }

    private static ImportResult read(String text, NearbyFiles files, Problems problems) {
        return XmlSchema.read(List.of(new Source("order.xsd", text)), "orders", files, problems);
    }

    private static String yaml(String schema, NearbyFiles files) {
        Problems problems = new Problems();
        ImportResult imported = read(schema, files, problems);
        Rendered.assertNone(problems);
        String yaml = Rendered.yaml(imported);
        Problems again = new Problems();
        assertThat(ModelYaml.write(ModelYaml.read(new Source("order.yaml", yaml), again).set()))
                .isEqualTo(yaml);
        Rendered.assertNone(again);
        return yaml;
    }

    private static String yaml(String content) {
        return yaml(schema(content), NearbyFiles.NONE);
    }

    private static List<String> notes(String content) {
        return Rendered.notes(read(schema(content), NearbyFiles.NONE, new Problems()));
    }

    private static String problems(String schema) {
        Problems problems = new Problems();
        assertThat(read(schema, NearbyFiles.NONE, problems).set()).isEmpty();
        return String.join("\n", Rendered.problems(problems));
    }

    @Test
    void declarationsBecomeThoseOfAMessageSet() {
        assertThat(yaml(ORDER))
                .isEqualTo(
                        """
                        messageSet: orders
                        namespace: "urn:o"
                        formats:
                          XML1: {kind: xml}
                        messages:
                          order: {type: Order, documentation: An order of a customer.}
                          card: Card
                        types:
                          Base:
                            attributes:
                              version: {int:, required: true}
                            sequence:
                              id: Id
                          Order:
                            derivedFrom: Base
                            attributes:
                              version: {int:, required: true}
                              lang: {language:, namespace: "http://www.w3.org/XML/1998/namespace"}
                            content: open
                            sequence:
                              id: Id
                              (person): {group: person}
                              (3):
                                occurs: 0..1
                                choice:
                                  cash: {element: cash}
                                  card: {element: card}
                              note: {element: note, occurs: 0..*}
                              (5):
                                occurs: 0..2
                                choice:
                                  mail: {anyURI:, nillable: true}
                                  phone: {token:, default: none}
                              line:
                                occurs: 1..99
                                attributes:
                                  kind: {string:, fixed: x}
                                all:
                                  amount:
                                    decimal: {totalDigits: 9, fractionDigits: 2, minInclusive: 0, maxExclusive: 1000}
                                    namespace: ""
                          Id: {string: {minLength: 8, maxLength: 8, pattern: "[A-Z]{2}[0-9]{6}"}}
                          Money: {decimal: {totalDigits: 9, fractionDigits: 2, minInclusive: 0}}
                          Card:
                            sequence:
                              number: string
                              again: {type: Card, occurs: 0..1}
                        groups:
                          person:
                            sequence:
                              name: {string: [Ann, Bob]}
                        elements:
                          note: string
                          cash: Money
                          card: Card
                        """);
    }

    @Test
    void whatIsChangedAndDroppedIsReportedWithItsPlace() {
        assertThat(notes(ORDER))
                .hasToString(
                        """
                        [order.xsd:7:1: changed: the type Base is abstract; in the message set, elements can also have this type, \
                        order.xsd:16:9: changed: the substitution group of pay is a choice of 2 elements, \
                        order.xsd:53:5: changed: a union of types is read as any string, \
                        order.xsd:34:9: changed: a wildcard makes the content open]\
                        """);
    }

    @Test
    void identityConstraintsAndListsAreReported() {
        assertThat(
                        notes(
                                """
                                <xs:element name="a"><xs:complexType mixed="true"><xs:sequence>
                                <xs:element name="l" type="o:L"/>
                                </xs:sequence></xs:complexType>
                                <xs:key name="k"><xs:selector xpath="l"/><xs:field xpath="@x"/></xs:key>
                                </xs:element>
                                <xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType>
                                <xs:notation name="gif" public="image/gif"/>
                                <xs:redefine schemaLocation="http://example.org/x.xsd">
                                <xs:complexType name="R"/></xs:redefine>
                                """))
                .hasToString(
                        """
                        [order.xsd:8:1: dropped: notation gif, \
                        order.xsd:9:1: dropped: redefine of http://example.org/x.xsd, which is not downloaded; save it in the folder of this file, and write its name in schemaLocation, \
                        order.xsd:10:1: dropped: redefine of complexType R, \
                        order.xsd:5:1: dropped: key k of the element a, \
                        order.xsd:7:25: changed: a list of values is imported as one string]\
                        """);
    }

    @Test
    void valuesWithAttributesTextsBetweenElementsAndAttributesOfAnyNameAreKept() {
        String text =
                """
                <xs:element name="a"><xs:complexType mixed="true"><xs:sequence>
                <xs:element name="price" type="o:Price"/>
                <xs:element name="total" type="o:Total"/>
                <xs:element name="short"><xs:complexType><xs:simpleContent>
                <xs:restriction base="o:Price"><xs:maxInclusive value="9"/></xs:restriction>
                </xs:simpleContent></xs:complexType></xs:element>
                </xs:sequence><xs:anyAttribute/></xs:complexType></xs:element>
                <xs:simpleType name="Amount"><xs:restriction base="xs:decimal">
                <xs:totalDigits value="9"/></xs:restriction></xs:simpleType>
                <xs:complexType name="Price"><xs:simpleContent><xs:extension base="o:Amount">
                <xs:attribute name="currency" type="xs:string" use="required"/>
                </xs:extension></xs:simpleContent></xs:complexType>
                <xs:complexType name="Total"><xs:simpleContent><xs:extension base="o:Price">
                <xs:attribute name="tax" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
                """;
        assertThat(notes(text)).isEmpty();
        assertThat(yaml(text))
                .endsWith(
                        """
                        messages:
                          a:
                            mixed: true
                            anyAttribute: true
                            sequence:
                              price: Price
                              total: Total
                              short:
                                decimal: {totalDigits: 9, maxInclusive: 9}
                                attributes:
                                  currency: {string:, required: true}
                        types:
                          Amount: {decimal: 9}
                          Price:
                            type: Amount
                            attributes:
                              currency: {string:, required: true}
                          Total:
                            derivedFrom: Price
                            type: Amount
                            attributes:
                              currency: {string:, required: true}
                              tax: int
                        """);
    }

    @Test
    void restrictionsKeepWhatTheyDoNotSay() {
        assertThat(
                        yaml(
                                """
                                <xs:element name="a" type="o:R"/>
                                <xs:complexType name="B"><xs:sequence>
                                  <xs:element name="x" type="xs:int" minOccurs="0"/></xs:sequence>
                                  <xs:attribute name="p" type="xs:int"/>
                                  <xs:attribute name="q" type="xs:int"/>
                                </xs:complexType>
                                <xs:complexType name="R"><xs:complexContent><xs:restriction base="o:B">
                                  <xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence>
                                  <xs:attribute name="q" use="prohibited"/>
                                </xs:restriction></xs:complexContent></xs:complexType>
                                """))
                .contains(
                        """
                          R:
                            derivedFrom: B
                            attributes:
                              p: int
                            sequence:
                              x: int
                        """);
    }

    @Test
    void typesOfOtherNameSpacesKeepTheirNames() {
        String derived =
                """
                <xs:complexType name='Book'><xs:complexContent>
                <xs:extension base='o:Item'/></xs:complexContent></xs:complexType>
                """;
        String item =
                """
                <xs:element name='m' type='o:Item'/><xs:complexType name='Item'><xs:sequence>
                <xs:element name='a' type='xs:int'/></xs:sequence></xs:complexType>
                """;
        String imports = "<xs:import namespace='urn:o'/>" + derived;
        Source one = new Source("o.xsd", schema(item + derived));
        Source other =
                new Source(
                        "p.xsd",
                        schema(imports)
                                .replace("targetNamespace='urn:o'", "targetNamespace='urn:p'"));
        Problems problems = new Problems();
        ImportResult imported =
                XmlSchema.read(List.of(one, other), "s", NearbyFiles.NONE, problems);
        Rendered.assertNone(problems);
        assertThat(Rendered.yaml(imported))
                .contains(
                        """
                          Book_2:
                            derivedFrom: Item
                            xsiType: "{urn:p}Book"
                        """)
                .doesNotContain("{urn:o}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <xs:element name='a' type='o:Nam'/><xs:complexType name='Name'/> | order.xsd:2:22: error MR1043: found a reference to the undeclared type {urn:o}Nam | did you mean Name?
                    <xs:element name='a' type='p:Nam'/> | found the undeclared prefix 'p' in 'p:Nam' | order.xsd:2:1
                    <xs:element name='a' type='xs:strin'/> | found the type strin, which does not exist in XML Schema | did you mean string?
                    <xs:complexType name='A'><xs:complexContent><xs:extension base='o:A'/></xs:complexContent></xs:complexType> | found the type {urn:o}A, which is its own base type | 2:1
                    <xs:simpleType name='A'><xs:restriction base='o:A'/></xs:simpleType> | found the type {urn:o}A, which is defined by itself | 2:1
                    <xs:element name='a'><xs:complexType><xs:sequence><xs:element name='b' minOccurs='2'/></xs:sequence></xs:complexType></xs:element> | found minOccurs 2 and maxOccurs 1 of element b | 2:
                    <xs:element name='a'><xs:complexType><xs:sequence><xs:element name='b' maxOccurs='99999999999'/></xs:sequence></xs:complexType></xs:element> | expected whole numbers up to 2147483647 | 2:
                    <xs:element/> | found <element> without a name | 2:1
                    <xs:elemnt name='x'/> | found <elemnt>, expected a declaration of XML Schema | 2:1
                    <xs:element name='a'/><xs:element name='a'/> | found element a a second time; the first is at order.xsd:2:1 | 2:
                    <xs:import namespace='urn:p' schemaLocation='p.xsd'/><xs:element name='a' xmlns:p='urn:p' type='p:T'/> | found a reference to the undeclared type {urn:p}T | the import in line 2 names p.xsd, which was not found; save it in the folder of this file, and write its name in schemaLocation
                    <xs:element name='a'> | order.xsd:2 | error MR1043
                    <xs:element name='&x;'/> | order.xsd:2 | error MR1043
                    <xs:attributeGroup name='g'><xs:attributeGroup ref='o:g'/></xs:attributeGroup><xs:complexType name='t'><xs:attributeGroup ref='o:g'/></xs:complexType> | found the attribute group {urn:o}g, which contains itself | 2:
                    """)
    void whatCannotBeIsAProblemWithItsPlace(String content, String problem, String also) {
        assertThat(problems(schema(content))).contains(problem, also);
    }

    @Test
    void nothingButASchemaIsRead() {
        assertThat(problems("<a/>")).contains("found <a> of no namespace, expected <schema>");
        assertThat(problems("<schema xmlns='http://www.w3.org/1999/XMLSchema'/>"))
                .contains("the schema uses a draft of XML Schema");
        assertThat(problems("not XML")).contains("order.xsd:1:1: error MR1043");
        assertThat(problems("")).contains("error MR1043");
    }

    @Test
    void noEntityIsExpanded() {
        String bomb =
                "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY f SYSTEM 'file:///etc/passwd'>]>\n";
        assertThat(problems(bomb + schema("<xs:element name='x'>&f;</xs:element>")))
                .contains("entity references are not supported (found &f;)");
        assertThat(problems(bomb + schema("<xs:element name='&a;'/>"))).contains("MR1043");
        ImportResult harmless =
                read(bomb + schema("<xs:element name='x'/>"), NearbyFiles.NONE, new Problems());
        assertThat(harmless.report().notes().toString()).contains("the document type definition");
    }

    @Test
    void schemasBesideAreReadOnceInEachNameSpace(@TempDir Path folder) throws IOException {
        Path main = folder.resolve("order.xsd");
        Files.writeString(
                main,
                schema(
                        """
                        <xs:include schemaLocation="parts/common.xsd"/>
                        <xs:import namespace="urn:p" schemaLocation="parts/p.xsd"/>
                        <xs:element name="order"><xs:complexType><xs:sequence>
                        <xs:element ref="p:item" xmlns:p="urn:p"/><xs:element name="c" type="o:C"/>
                        </xs:sequence></xs:complexType></xs:element>
                        """));
        Files.createDirectory(folder.resolve("parts"));
        Files.writeString(
                folder.resolve("parts/common.xsd"),
                """
                <xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>
                <xs:include schemaLocation='../order.xsd'/>
                <xs:simpleType name='C'><xs:restriction base='D'/></xs:simpleType>
                <xs:simpleType name='D'><xs:restriction base='xs:string'/></xs:simpleType>
                </xs:schema>
                """);
        Files.writeString(
                folder.resolve("parts/p.xsd"),
                "<?xml version='1.0' encoding='UTF-16'?>"
                        + schema(
                                        """
                                        <xs:element name='item' type='o:C'/>
                                        <xs:simpleType name='C'>
                                        <xs:restriction base='xs:int'/></xs:simpleType>
                                        <xs:simpleType name='unused'>
                                        <xs:restriction base='xs:int'/></xs:simpleType>
                                        """)
                                .replace("urn:o", "urn:p"),
                java.nio.charset.StandardCharsets.UTF_16);
        Problems problems = new Problems();
        ImportResult imported =
                XmlSchema.read(
                        List.of(new Source(main.toString(), Files.readString(main))),
                        "orders",
                        NearbyFiles.around(List.of(main), Set.of(".xsd")),
                        problems);
        Rendered.assertNone(problems);
        assertThat(Rendered.yaml(imported))
                .isEqualTo(
                        """
                        messageSet: orders
                        namespace: "urn:o"
                        formats:
                          XML1: {kind: xml}
                        messages:
                          order:
                            sequence:
                              item: {element: item}
                              c: C
                        types:
                          C: string
                          D: string
                          C_2: int
                        elements:
                          item: {type: C_2, namespace: "urn:p"}
                        """);
    }

    @Test
    void hostileSchemasEndInProblems() {
        assertThat(problems(schema("<xs:sequence>".repeat(100_000))))
                .contains("more than 200 levels");
        StringBuilder chain = new StringBuilder("<xs:complexType name='t0'/>");
        for (int i = 1; i < 300; i++) {
            chain.append(
                    "<xs:complexType name='t%d'><xs:complexContent><xs:extension base='o:t%d'/></xs:complexContent></xs:complexType>"
                            .formatted(300 - i, 299 - i));
        }
        assertThat(problems(schema(chain.toString()))).contains("more than 100 base types");
        StringBuilder wide = new StringBuilder("<xs:complexType name='w0'><xs:sequence>");
        for (int i = 0; i < 5_000; i++) {
            wide.append("<xs:element name='e").append(i).append("'/>");
        }
        wide.append("</xs:sequence></xs:complexType>");
        for (int i = 1; i < 2_000; i++) {
            wide.append(
                    "<xs:complexType name='w%d'><xs:complexContent><xs:extension base='o:w0'><xs:sequence><xs:element name='x'/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>"
                            .formatted(i));
        }
        assertThat(problems(schema(wide.toString()))).contains("more than 2000000 elements");
        var asked = new HashMap<String, Integer>();
        NearbyFiles endless =
                (from, location) -> {
                    asked.merge("", 1, Integer::sum);
                    return Optional.of(
                            new Source(
                                    from.name() + "x",
                                    schema("<xs:include schemaLocation='x.xsd'/>")));
                };
        Problems problems = new Problems();
        read(schema("<xs:include schemaLocation='x.xsd'/>"), endless, problems);
        assertThat(problems.all().getFirst().text()).contains("50 levels deep");
        assertThat(asked.get("")).isLessThan(100);
    }

    @Test
    void membersOfTheSameNameAreRenamedInTrees() {
        String text =
                """
                <xs:element name="property"><xs:complexType><xs:sequence>
                <xs:group ref="o:values"/>
                </xs:sequence><xs:attribute name="ref" type="xs:string" form="qualified"/>
                <xs:attribute name="value" type="xs:int" use="required" form="qualified"/>
                <xs:attribute name="lang" type="xs:string"/><xs:attribute ref="xml:lang"/>
                </xs:complexType></xs:element>
                <xs:group name="values"><xs:choice><xs:element ref="o:ref"/>
                <xs:element name="value" type="xs:string"/></xs:choice></xs:group>
                <xs:element name="ref" type="xs:string"/>
                """;
        assertThat(yaml(text))
                .contains(
                        """
                            attributes:
                              ref_2: {string:, namespace: "urn:o", XML1: ref}
                              value_2: {int:, namespace: "urn:o", XML1: value, required: true}
                              lang: string
                              lang_2: {language:, namespace: "http://www.w3.org/XML/1998/namespace", XML1: lang}
                            sequence:
                              (values): {group: values}
                        """);
        assertThat(notes(text))
                .containsExactly(
                        "order.xsd:2:29: changed: the attribute ref is called ref_2 in message"
                                + " trees, because an element has this name too",
                        "order.xsd:2:29: changed: the attribute value is called value_2 in message"
                                + " trees, because an element has this name too",
                        "order.xsd:2:29: changed: the attribute lang is called lang_2 in message"
                                + " trees, because another attribute has this name too");
    }

    @Test
    void messagesOfTwoNameSpacesKeepTheirTags() {
        String document =
                schema(
                        """
                        <xs:element name="Document" type="o:Document"/>
                        <xs:complexType name="Document"><xs:sequence>
                        <xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType>
                        """);
        Problems problems = new Problems();
        ImportResult imported =
                XmlSchema.read(
                        List.of(
                                new Source("a.xsd", document),
                                new Source("b.xsd", document.replace("urn:o", "urn:p"))),
                        "documents",
                        NearbyFiles.NONE,
                        problems);
        Rendered.assertNone(problems);
        assertThat(Rendered.yaml(imported))
                .contains("Document_2: {type: Document_2, namespace: \"urn:p\", XML1: Document}");
        assertThat(Rendered.notes(imported))
                .contains("b.xsd:2:1: changed: the message {urn:p}Document is called Document_2");
        Problems parsing = new Problems();
        Parser parser =
                new MrmParser().with(List.of(new Source("m", Rendered.yaml(imported))), parsing);
        Rendered.assertNone(parsing);
        byte[] bytes =
                "<Document xmlns='urn:p'><id>7</id></Document>".getBytes(StandardCharsets.UTF_8);
        Element body =
                parser.parse(
                        Bytes.of(bytes),
                        ParseOptions.of(
                                new MessageTemplate("MRM", "documents", "Document_2", "XML1"),
                                1208,
                                273));
        assertThat(body.firstChild().text()).isEqualTo("7");
    }

    @Test
    void elementsWithAValueAreNotMessages() {
        String text =
                """
                <xs:element name="price" type="o:Price"/>
                <xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal">
                <xs:attribute name="currency" type="xs:string"/>
                </xs:extension></xs:simpleContent></xs:complexType>
                """;
        assertThat(yaml(text)).doesNotContain("messages:").contains("elements:\n  price: Price\n");
        assertThat(notes(text))
                .containsExactly(
                        "order.xsd:2:1: changed: the element price has a value instead of child"
                                + " elements; it is a global element of the message set, not a"
                                + " message");
    }

    @Test
    void whatCheckRejectsIsIncomplete() {
        String text =
                """
                <xs:element name="m"><xs:complexType><xs:sequence>
                <xs:element name="n" type="xs:int" default="x"/>
                </xs:sequence></xs:complexType></xs:element>
                """;
        assertThat(notes(text))
                .containsExactly(
                        "orders.model.yaml:8:7: incomplete: n: the default or fixed value 'x' is"
                                + " not a value of the type int");
    }
}
