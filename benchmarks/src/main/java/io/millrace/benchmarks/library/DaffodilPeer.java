package io.millrace.benchmarks.library;

import org.apache.daffodil.japi.Compiler;
import org.apache.daffodil.japi.Daffodil;
import org.apache.daffodil.japi.DataProcessor;
import org.apache.daffodil.japi.ProcessorFactory;
import org.apache.daffodil.japi.WithDiagnostics;
import org.apache.daffodil.japi.infoset.InfosetInputter;
import org.apache.daffodil.japi.infoset.InfosetOutputter;
import org.apache.daffodil.japi.io.InputSourceDataInputStream;
import org.apache.daffodil.lib.util.MaybeBoolean;
import org.apache.daffodil.runtime1.api.InfosetArray;
import org.apache.daffodil.runtime1.api.InfosetComplexElement;
import org.apache.daffodil.runtime1.api.InfosetSimpleElement;
import org.apache.daffodil.runtime1.dpath.NodeInfo;
import org.apache.daffodil.runtime1.infoset.InfosetInputterEventType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Apache Daffodil with a DFDL schema. As its Java API documentation advises, the schema is compiled
 * once, validation is off, and the input wraps the array. An own outputter reads typed values,
 * because those for XML and JSON create text; an own inputter writes them.
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

    private void open(int bytes) throws IOException {
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
            ProcessorFactory factory = compiler.compileFile(file.toFile());
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

    private void parse(byte[] message, InfosetOutputter to) throws IOException {
        if (length != message.length) {
            open(message.length);
        }
        try (InputSourceDataInputStream input = new InputSourceDataInputStream(message)) {
            check(processor.parse(input, to));
        }
    }

    @Override
    public void read(byte[] message, Access access, Fields into) throws IOException {
        parse(message, new Taker(access, into));
    }

    @Override
    public byte[] write(Fields fields, int size) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(size);
        check(processor.unparse(new Giver(fields), Channels.newChannel(out)));
        return out.toByteArray();
    }

    /** Receives values in document order. */
    private static final class Taker extends InfosetOutputter implements Fields.Source {

        private final Access access;
        private final Fields into;
        private int index;
        private InfosetSimpleElement element;

        Taker(Access access, Fields into) {
            this.access = access;
            this.into = into;
        }

        @Override
        public void reset() {
            index = 0;
        }

        @Override
        public void startSimple(InfosetSimpleElement element) {
            int at = index++;
            if (Arrays.binarySearch(access.fields, at) >= 0) {
                this.element = element;
                into.read(at, this);
            }
        }

        @Override
        public String text(int index) {
            return element.getString();
        }

        @Override
        public double real(int index) {
            return element.getDouble();
        }

        @Override
        public long integer(int index) {
            return element.getInt();
        }

        @Override
        public void startDocument() {
            // No value.
        }

        @Override
        public void endDocument() {
            // No value.
        }

        @Override
        public void endSimple(InfosetSimpleElement element) {
            // No value.
        }

        @Override
        public void startComplex(InfosetComplexElement element) {
            // No value.
        }

        @Override
        public void endComplex(InfosetComplexElement element) {
            // No value.
        }

        @Override
        public void startArray(InfosetArray array) {
            // The record has none.
        }

        @Override
        public void endArray(InfosetArray array) {
            // The record has none.
        }
    }

    /** Supplies events: document, record, fields, and their ends. */
    private static final class Giver extends InfosetInputter {

        private static final int FIELDS = 2;
        private static final int END = FIELDS + 2 * (Fields.LAST + 1);

        private final Fields fields;
        private int event;

        Giver(Fields fields) {
            this.fields = fields;
        }

        private int field() {
            return (event - FIELDS) / 2;
        }

        @Override
        public InfosetInputterEventType getEventType() {
            return switch (event) {
                case 0 -> InfosetInputterEventType.StartDocument$.MODULE$;
                case 1 -> InfosetInputterEventType.StartElement$.MODULE$;
                case END -> InfosetInputterEventType.EndElement$.MODULE$;
                case END + 1 -> InfosetInputterEventType.EndDocument$.MODULE$;
                default ->
                        event % 2 == 0
                                ? InfosetInputterEventType.StartElement$.MODULE$
                                : InfosetInputterEventType.EndElement$.MODULE$;
            };
        }

        @Override
        public String getLocalName() {
            return event == 1 || event >= END ? "record" : Fields.name(field());
        }

        @Override
        public String getNamespaceURI() {
            return "";
        }

        @Override
        public String getSimpleText(NodeInfo.Kind type) {
            return fields.text(field());
        }

        @Override
        public int isNilled() {
            return MaybeBoolean.Nope();
        }

        @Override
        public boolean hasNext() {
            return event <= END;
        }

        @Override
        public void next() {
            event++;
        }

        @Override
        public void fini() {
            // No resources.
        }

        @Override
        public boolean supportsNamespaces() {
            return false;
        }
    }
}
