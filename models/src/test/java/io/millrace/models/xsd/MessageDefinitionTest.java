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
                        /messageSet.mset:2:1: changed: the identifier ABCDEFGHIJKLM is that of the \
                        DOCTYPE of an XML format, \
                        /com/example/stock.mxsd:2:3: dropped: include of .wmqi21.mxsd, which is not a schema near this file, \
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
}
