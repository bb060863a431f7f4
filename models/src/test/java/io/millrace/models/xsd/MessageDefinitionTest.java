package io.millrace.models.xsd;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.Rendered;
import io.millrace.parsers.model.yaml.ModelYaml;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class MessageDefinitionTest {

    private static final String SET =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <c:MRMessageSet xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:c="urn:core"
                name="STOCK" currentMessageSetId="//@MRMessageSetID.0">
              <MRMessageSetRep xsi:type="m:MRTDSMessageSetRep" name="TDS1" messagingStandard="Unknown"
                  delimiter="" trimFixLengthString="TrimBoth" defaultCCSID="819" timeZoneID="0"
                  centuryWindow="60" booleanTrueRepresentation="Y" booleanFalseRepresentation="N">
                <tagLength xsi:nil="true"/>
              </MRMessageSetRep>
              <MRMessageSetRep xsi:type="m:MRCWFMessageSetRep" name="CWF1" defaultCCSID="37"
                  defaultByteOrder="LittleEndian" policyForMissingElements="UseNullValue"/>
              <MRMessageSetRep xsi:type="m:MRXMLMessageSetRep" name="XML1" rootTagName="stock"
                  suppressDOCTYPE="true" doctypeSystemID="www.mrmnames.net/ABCDEFGHIJKLM"
                  doctypePublicID="ABCDEFGHIJKLM" fancy="1"/>
              <MRMessageSetRep xsi:type="m:MRPdfMessageSetRep" name="PDF"/>
            </c:MRMessageSet>
            """;

    private static final String DEFINITION =
            """
            <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <xsd:include schemaLocation=".wmqi21.mxsd"/>
              <xsd:element name="item" type="Item"><xsd:annotation>
                <xsd:documentation source="WMQI_DOCUMENTATION">An\\sitem\\sof\\sstock.\\s</xsd:documentation>
                <xsd:appinfo source="WMQI_APPINFO">
                  <MRMessage messageDefinition="/0/item;XSDElementDeclaration$MRObject"/>
                </xsd:appinfo></xsd:annotation></xsd:element>
              <xsd:complexType name="Item"><xsd:annotation><xsd:appinfo source="WMQI_APPINFO">
                  <MRComplexType composition="unorderedSet" content="openDefined"/>
                  <tdsStructRep dataElementSeparation="TaggedDelimited" messageSetDefaultRep="TDS1"
                      delimiter="&lt;CR&gt;&lt;LF&gt;" tagDataSeparator=":" groupTerminator="-"/>
                </xsd:appinfo></xsd:annotation>
                <xsd:sequence>
                  <xsd:element name="name"><xsd:annotation><xsd:appinfo source="WMQI_APPINFO">
                      <tdsElemRep messageSetDefaultRep="TDS1" tag="NAM" length="30"
                          justification="leftJustify" precision="-1"/>
                      <cwfInclRep messageSetDefaultRep="CWF1" leadingSkipCount="2">
                        <fixedLengthStringRep lengthCount="30" lengthUnits="Characters"
                            stringJustification="rightJustify" paddingCharacter="SPACE"/>
                      </cwfInclRep>
                      <xmlInclRep messageSetDefaultRep="XML1" render="XMLAttribute" xmlName="n"/>
                    </xsd:appinfo></xsd:annotation>
                    <xsd:simpleType><xsd:restriction base="xsd:string">
                      <xsd:maxLength value="30"/></xsd:restriction></xsd:simpleType>
                  </xsd:element>
                  <xsd:element ref="price" minOccurs="0"><xsd:annotation>
                    <xsd:appinfo source="WMQI_APPINFO">
                      <cwfInclRep messageSetDefaultRep="CWF1" byteAlignment="4Bytes" strange="7"/>
                    </xsd:appinfo></xsd:annotation></xsd:element>
                </xsd:sequence></xsd:complexType>
              <xsd:element name="price" type="xsd:decimal" nillable="true"><xsd:annotation>
                <xsd:appinfo source="WMQI_APPINFO">
                  <tdsElemRep messageSetDefaultRep="TDS1" tag="PRC" encodingNull="NullLiteralValue"
                      encodingNullValue="none"/>
                  <cwfElemRep messageSetDefaultRep="CWF1"><packedDecimalRep length="5"
                      virtualDecimalPoint="2" signed="true"/></cwfElemRep>
                </xsd:appinfo></xsd:annotation></xsd:element>
              <xsd:element name="part" type="Item"/>
            </xsd:schema>
            """;

    private static ImportResult read(Path file) throws IOException {
        Problems problems = new Problems();
        ImportResult imported =
                MessageDefinition.read(
                        List.of(new Source(file.toString(), Files.readString(file))),
                        null,
                        MessageDefinition.files(file),
                        problems);
        Rendered.assertNone(problems);
        return imported;
    }

    @Test
    void propertiesOfEachFormatAreTakenOver(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("messageSet.mset"), SET);
        Path inner = Files.createDirectories(folder.resolve("com/example"));
        Path file = Files.writeString(inner.resolve("stock.mxsd"), DEFINITION);
        ImportResult imported = read(file);
        String yaml = Rendered.yaml(imported);
        assertThat(yaml)
                .isEqualTo(
                        """
                        messageSet: STOCK
                        identifier: ABCDEFGHIJKLM
                        formats:
                          TDS1:
                            kind: tds
                            trimOnInput: both
                            booleanTrueValue: Y
                            booleanFalseValue: N
                            defaultCcsid: 819
                            centuryWindow: 60
                          CWF1: {kind: cwf, policyForMissingElements: "null", defaultCcsid: 37, defaultByteOrder: littleEndian}
                          XML1: {kind: xml, rootTag: stock}
                        messages:
                          item: {type: Item, documentation: An item of stock.}
                        types:
                          Item:
                            TDS1:
                              dataElementSeparation: taggedDelimited
                              groupTerminator: "-"
                              delimiter: "<CR><LF>"
                              tagDataSeparator: ":"
                            content: openDefined
                            unorderedSet:
                              name:
                                string: 30
                                TDS1: {tag: NAM, length: 30, justification: left}
                                CWF1:
                                  physicalType: fixedLength
                                  length: 30
                                  lengthUnits: characters
                                  justification: right
                                  paddingCharacter: SPACE
                                  leadingSkipCount: 2
                                XML1: attribute n
                              price:
                                element: price
                                occurs: 0..1
                                TDS1: {tag: PRC, encodingNull: literalValue, encodingNullValue: none}
                                CWF1: {physicalType: packed, length: 5, signed: true, virtualDecimalPoint: 2, byteAlignment: 4}
                        elements:
                          price:
                            decimal:
                            nillable: true
                            TDS1: {tag: PRC, encodingNull: literalValue, encodingNullValue: none}
                            CWF1: {physicalType: packed, length: 5, signed: true, virtualDecimalPoint: 2}
                          part: Item
                        """);
        Problems again = new Problems();
        ModelYaml.read(new Source("again", yaml), again);
        Rendered.assertNone(again);
        assertThat(Rendered.notes(imported).toString().replace(folder.toString(), ""))
                .isEqualTo(
                        """
                        [/messageSet.mset:11:3: dropped: fancy 1, \
                        /messageSet.mset:14:3: dropped: the format PDF of the kind \
                        m:MRPdfMessageSetRep, \
                        /messageSet.mset:2:1: changed: the identifier ABCDEFGHIJKLM belongs to \
                        the DOCTYPE of an XML format, \
                        /com/example/stock.mxsd:2:3: dropped: include of .wmqi21.mxsd, which was not found near this file, \
                        /com/example/stock.mxsd:28:11: dropped: strange 7]\
                        """);
    }

    @Test
    void withoutAMessageSetFileFormatsHaveTheUsualSettings(@TempDir Path folder)
            throws IOException {
        Path file = Files.writeString(folder.resolve("stock.mxsd"), DEFINITION);
        ImportResult imported = read(file);
        assertThat(Rendered.yaml(imported))
                .startsWith(
                        """
                        messageSet: stock
                        formats:
                          TDS1: {kind: tds}
                          CWF1: {kind: cwf}
                          XML1: {kind: xml}
                        """);
        assertThat(imported.report().notes().stream().map(ConversionReport.Note::text))
                .contains("the settings of the formats: messageSet.mset was not found");
    }

    /** Returns the schema of a record with these elements in a sequence. */
    private static String record(String... elements) {
        return """
        <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
          <xsd:element name="coin"><xsd:complexType><xsd:sequence>%s</xsd:sequence>
          </xsd:complexType></xsd:element>
        </xsd:schema>
        """
                .formatted(String.join("\n", elements));
    }

    /** Returns an element with the annotation {@code cwfSimpleRep} with these attributes. */
    private static String field(String name, String more, String attributes) {
        return """
        <xsd:element name="%s" %s><xsd:annotation><xsd:appinfo source="WMQI_APPINFO">
          <cwfInclRep messageSetDefaultRep="CWF1"><cwfSimpleRep accessor="readWrite" \
        attributeInBit="false" addrUnit="byte" %s/></cwfInclRep>
        </xsd:appinfo></xsd:annotation></xsd:element>\
        """
                .formatted(name, more, attributes);
    }

    private static ImportResult readRecord(Path folder, String... elements) throws IOException {
        Files.writeString(folder.resolve("messageSet.mset"), SET);
        return read(Files.writeString(folder.resolve("coin.mxsd"), record(elements)));
    }

    @Test
    void sizesAndTypesOfRecordsFromCobolAreImported(@TempDir Path folder) throws IOException {
        ImportResult imported =
                readRecord(
                        folder,
                        field(
                                "name",
                                "type='xsd:string'",
                                "typeName='MRCWFStringRep' lengthEncoding='fixedLength' offset='0'"
                                        + " prefixLength='0' width='12' characterSize='1' size='12'"
                                        + " contentSize='12' alignment='byte'"
                                        + " paddingCharacter='SPACE'"),
                        field(
                                "year",
                                "type='xsd:int'",
                                "typeName='MRCWFExternalDecimalRep' size='4' contentSize='4'"
                                        + " offset='12' signed='false' virtualDecimalPoint='0'"),
                        field(
                                "change",
                                "type='xsd:int'",
                                "typeName='MRCWFExternalDecimalRep' size='5' offset='16'"
                                        + " signed='true' signFormat='leadingSeparate'"
                                        + " externalDecimalSign='ebcdic'"),
                        field(
                                "grams",
                                "type='xsd:decimal' minOccurs='3' maxOccurs='3'",
                                "typeName='MRCWFPackedDecimalRep' size='9' contentSize='3'"
                                        + " offset='21' signed='true' virtualDecimalPoint='2'"),
                        field(
                                "depth",
                                "type='xsd:short'",
                                "typeName='MRCWFIntegerRep' width='2' offset='30' signed='true'"
                                        + " alignment='halfWord'"),
                        field(
                                "weight",
                                "type='xsd:double'",
                                "typeName='MRCWFFloatRep' size='8' offset='32'"
                                        + " alignment='doubleWord'"),
                        field(
                                "mint",
                                "type='xsd:string'",
                                "typeName='MRCWFStringRep' lengthEncoding='lengthPrefixed'"
                                        + " prefixLength='2' width='40'"),
                        field(
                                "motto",
                                "type='xsd:string'",
                                "typeName='MRCWFStringRep' lengthEncoding='nullTerminated'"
                                        + " width='40'"));
        assertThat(Rendered.yaml(imported))
                .contains(
                        """
                            sequence:
                              name: {string:, CWF1: {physicalType: fixedLength, length: 12, paddingCharacter: SPACE}}
                              year: {int:, CWF1: {physicalType: external, length: 4, signed: false, virtualDecimalPoint: 0}}
                              change: {int:, CWF1: external 5 leadingSeparate}
                              grams:
                                decimal:
                                occurs: 3
                                CWF1: {physicalType: packed, length: 3, signed: true, virtualDecimalPoint: 2}
                              depth: {short:, CWF1: {physicalType: integer, length: 2, signed: true, byteAlignment: 2}}
                              weight: {double:, CWF1: {physicalType: float, length: 8, byteAlignment: 8}}
                              mint: {string:, CWF1: lengthEncoded2}
                              motto: {string:, CWF1: nullTerminated}
                        """);
        assertThat(notesOf(imported, "coin.mxsd")).isEmpty();
    }

    @Test
    void offsetsBecomeSkippedBytes(@TempDir Path folder) throws IOException {
        String text = "typeName='MRCWFStringRep' lengthEncoding='fixedLength' ";
        ImportResult imported =
                readRecord(
                        folder,
                        field("a", "type='xsd:string'", text + "size='3' offset='10'"),
                        field("b", "type='xsd:string'", text + "size='4' offset='15'"),
                        field("c", "type='xsd:string'", text + "size='4' offset='18'"));
        assertThat(Rendered.yaml(imported))
                .contains(
                        """
                              a: {string:, CWF1: fixedLength 3}
                              b: {string:, CWF1: {physicalType: fixedLength, length: 4, leadingSkipCount: 2}}
                              c: {string:, CWF1: fixedLength 4}
                        """);
        assertThat(notesOf(imported, "coin.mxsd"))
                .containsExactly(
                        "DROPPED offset 18 of the element c: the previous field ends at offset 19");
    }

    @Test
    void unknownRepresentationsAreReported(@TempDir Path folder) throws IOException {
        ImportResult imported =
                readRecord(
                        folder,
                        field(
                                "a",
                                "type='xsd:string'",
                                "typeName='MRCWFStrangeRep' width='3' contentSize='4'"
                                        + " alignment='odd'"),
                        field(
                                "b",
                                "type='xsd:string'",
                                "typeName='MRCWFStringRep' lengthEncoding='lengthPrefixed'"
                                        + " prefixLength='4' width='3'"));
        assertThat(notesOf(imported, "coin.mxsd"))
                .containsExactly(
                        "DROPPED typeName MRCWFStrangeRep",
                        "CHANGED width 3 and contentSize 4 differ; the length is 4",
                        "DROPPED alignment odd",
                        "DROPPED lengthEncoding lengthPrefixed with prefixLength 4; the prefix of"
                                + " a string has 1 or 2 bytes");
    }

    @Test
    void propertiesOfLocalGroupsAreImported(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("messageSet.mset"), SET);
        Path file =
                Files.writeString(
                        folder.resolve("coin.mxsd"),
                        record("<xsd:element name='a' type='xsd:string'/>")
                                .replace(
                                        "<xsd:sequence>",
                                        """
                                        <xsd:sequence><xsd:annotation><xsd:appinfo>
                                        <MRLocalGroup composition="unorderedSet" content="open"/>
                                        </xsd:appinfo></xsd:annotation>\
                                        """));
        assertThat(Rendered.yaml(read(file)))
                .contains(
                        """
                            content: open
                            unorderedSet:
                              a: string
                        """);
    }

    private static List<String> notesOf(ImportResult imported, String file) {
        return imported.report().notes().stream()
                .filter(note -> note.place().toString().contains(file))
                .map(note -> note.kind() + " " + note.text())
                .toList();
    }
}
