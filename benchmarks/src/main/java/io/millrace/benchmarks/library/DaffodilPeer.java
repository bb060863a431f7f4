package io.millrace.benchmarks.library;

import org.apache.daffodil.japi.Compiler;
import org.apache.daffodil.japi.Daffodil;
import org.apache.daffodil.japi.DataProcessor;
import org.apache.daffodil.japi.WithDiagnostics;
import org.apache.daffodil.japi.infoset.W3CDOMInfosetInputter;
import org.apache.daffodil.japi.infoset.W3CDOMInfosetOutputter;
import org.apache.daffodil.japi.io.InputSourceDataInputStream;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * Apache Daffodil with a DFDL schema. As its Java API documentation advises, the schema is compiled
 * once, validation is off, and the input wraps the array. Its trees are those of the W3C's DOM.
 */
final class DaffodilPeer implements RecordPeer.Work {

    private static final String SCHEMA =
            """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
                xmlns:dfdl="http://www.ogf.org/dfdl/dfdl-1.0/">
              <xs:include schemaLocation="/org/apache/daffodil/xsd/DFDLGeneralFormat.dfdl.xsd"/>
              <xs:annotation><xs:appinfo source="http://www.ogf.org/dfdl/">
                <dfdl:format ref="GeneralFormat" representation="%s" lengthKind="%s"
                    encoding="UTF-8" escapeSchemeRef="%s" textNumberPattern="#0.##########"/>
                <dfdl:defineEscapeScheme name="quotes">
                  <dfdl:escapeScheme escapeKind="escapeBlock" escapeBlockStart='"'
                      escapeBlockEnd='"' escapeEscapeCharacter='"' extraEscapedCharacters=""
                      generateEscapeBlock="whenNeeded"/>
                </dfdl:defineEscapeScheme>
              </xs:appinfo></xs:annotation>
              <xs:element name="record" dfdl:lengthKind="implicit">
                <xs:complexType>
                  <xs:sequence dfdl:separator="%s">
            %s
                  </xs:sequence>
                </xs:complexType>
              </xs:element>
            </xs:schema>
            """;

    private final boolean binary;
    private final boolean tuned;
    private DataProcessor processor;
    private int length;

    /**
     * @param tuned whether the size of texts is limited to that of the message instead of a million
     *     characters, for which Daffodil allocates a buffer for each message
     */
    DaffodilPeer(Format format, boolean tuned) {
        this.binary = format == Format.CWF;
        this.tuned = tuned;
    }

    private void compile(int bytes) throws IOException {
        StringBuilder elements = new StringBuilder();
        String[] types = {"xs:string", "xs:double", "xs:int", "xs:string"};
        int filler = bytes - Fields.EACH * (12 + 8 + 4);
        for (int i = 0; i <= Fields.LAST; i++) {
            elements.append(
                    "<xs:element name='%s' type='%s'".formatted(Fields.name(i), types[i / 10]));
            if (binary && types[i / 10].equals("xs:string")) {
                elements.append(
                        (" dfdl:lengthKind='explicit' dfdl:length='%d' dfdl:textTrimKind='padChar'"
                                        + " dfdl:textPadKind='padChar'")
                                .formatted(i == Fields.LAST ? filler : 12));
            }
            elements.append("/>\n");
        }
        String text =
                binary
                        ? SCHEMA.formatted("binary", "implicit", "", "", elements)
                        : SCHEMA.formatted("text", "delimited", "quotes", ",", elements);
        Path file = Files.createTempFile("record", ".dfdl.xsd");
        try {
            Files.writeString(file, text);
            Compiler compiler = Daffodil.compiler();
            if (tuned) {
                compiler =
                        compiler.withTunable(
                                "maximumSimpleElementSizeInCharacters",
                                Integer.toString(Math.max(bytes, 1_024)));
            }
            var factory = compiler.compileFile(file.toFile());
            check(factory);
            processor = factory.onPath("/");
            check(processor);
        } finally {
            Files.delete(file);
        }
        length = bytes;
    }

    private static void check(WithDiagnostics result) {
        if (result.isError()) {
            throw new IllegalStateException(result.getDiagnostics().toString());
        }
    }

    @Override
    public Fields.Source open(byte[] message) throws IOException {
        if (length != message.length) {
            compile(message.length);
        }
        W3CDOMInfosetOutputter tree = new W3CDOMInfosetOutputter();
        try (InputSourceDataInputStream input = new InputSourceDataInputStream(message)) {
            check(processor.parse(input, tree));
        }
        NodeList fields = tree.getResult().getDocumentElement().getElementsByTagName("*");
        return i -> fields.item(i).getTextContent();
    }

    @Override
    public byte[] write(Fields fields, int size) throws ParserConfigurationException {
        Document document =
                DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().newDocument();
        Node record = document.appendChild(document.createElement("record"));
        String[] texts = fields.all();
        for (int i = 0; i <= Fields.LAST; i++) {
            record.appendChild(document.createElement(Fields.name(i))).setTextContent(texts[i]);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(size);
        check(processor.unparse(new W3CDOMInfosetInputter(document), Channels.newChannel(out)));
        return out.toByteArray();
    }
}
