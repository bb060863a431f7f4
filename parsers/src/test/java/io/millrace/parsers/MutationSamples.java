package io.millrace.parsers;

import static io.millrace.parsers.Messages.PARSERS;
import static io.millrace.parsers.TestData.folder;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Messages of all formats that are damaged by {@link MutationTest}: those of the samples, those in
 * the tests, and those of the test data where it is at hand. A format takes its place with a line
 * in {@link #all}.
 */
final class MutationSamples {

    private static final int MAX_FILE = 8_192;
    private static final Path SAMPLES = Path.of("../samples");

    private final List<MutationSample> found = new ArrayList<>();

    private MutationSamples() {}

    static List<MutationSample> all() {
        MutationSamples samples = new MutationSamples();
        samples.found.addAll(written());
        samples.files(SAMPLES, ".xml", 1208, "XMLNSC", "XMLNS", "XML");
        samples.files(SAMPLES, ".json", 1208, "JSON");
        samples.files(folder("xml-xmlconf"), ".xml", 0, "XMLNSC", "XML");
        samples.files(folder("json-JSONTestSuite"), ".json", 1208, "JSON");
        samples.standard("edifact/edifact.model.yaml", "edi-staedi", ".edi");
        samples.standard("x12/x12.model.yaml", "edi-staedi", ".edi");
        samples.standard("hl7/hl7.model.yaml", "hl7-hapi", ".hl7");
        samples.standard("swift/swift.model.yaml", "swift-prowide", ".fin");
        samples.standard("edifact/orders.model.yaml", "edi-staedi", ".edi");
        samples.standard("x12/purchase-order.model.yaml", "edi-staedi", ".edi");
        samples.standard("hl7/admissions.model.yaml", "hl7-hapi", ".hl7");
        samples.standard("swift/mt103.model.yaml", "swift-prowide", ".fin");
        samples.standard("csv/articles.model.yaml", "", ".csv");
        return samples.found;
    }

    /** Those that are known to be right. */
    static List<MutationSample> written() {
        MutationSamples samples = new MutationSamples();
        samples.headers();
        samples.text("MIME", MIME);
        samples.text("MRM", "00042Jane  202402292ab\0+0123c\0-0999xyznote");
        samples.text(
                "JSON", "{\"a\":[1,2.5,{\"b\":null}],\"c\":\"\\u00e9\\n\",\"d\":{\"e\":true}}");
        samples.text("XMLNSC", XML);
        samples.text("XMLNS", XML);
        samples.text("XML", XML);
        samples.record("accounts", "cobol-cobrix/test1_data/example.bin", 0, 69);
        samples.record("companies", "test5_data/COMP.DETAILS.SEP30.DATA.dat", 4, 64);
        samples.record("fillers", "test7_data/TEST.FILLERS.DEC07.DATA.dat", 0, 60);
        samples.record("sales", "cobol-jrecord/dtar020/DTAR020.bin", 0, 27);
        samples.record("numbers", "cobol-jrecord/binary-selfcheck/mvsComp.bin", 0, 145);
        samples.model("MRM tree", NODES, "a2b1c001xd02yz3end");
        samples.model("TDS csv", texts("csv", LINES), "x,1\r\n\"a \"\"b\"\", c\",2\r\n");
        samples.model("TDS tree", TREE, "(a,(b,(c),(d,(e))),(f))");
        samples.model("TDS terms", TERMS, "2a1b0c2d0e1f0");
        samples.model("TDS tags", texts("userDefinedText", TAGS), "a=1;c=xyz;b=2.5;");
        samples.model(
                "MRMXML m", XML_MODEL, "<m><id>7</id><day>2024-02-29</day><c><x>1</x></c></m>");
        return samples.found;
    }

    /** A type that contains itself. */
    private static final String NODES =
            """
            messageSet: nodes
            messages: {m: Node}
            types:
              Node:
                sequence:
                  name: {string: 1}
                  children: {int: 1, cwf: external unsigned}
                  child: {type: Node, occurs: 0..9, cwf: {repeatReference: children}}
                  size: {int: 1, cwf: external unsigned}
                  note: {string:, cwf: {lengthReference: size}}
            """;

    /** Types that contain themselves between markup, and as often as a number says. */
    private static final String TREE =
            """
            messageSet: tree
            formats: {tds: {}}
            messages: {m: {sequence: {tree: Node}, tds: {delimiter: '/', dataElementSeparation: allElementsDelimited}}}
            types:
              Node:
                tds: {delimiter: ',', groupIndicator: '(', groupTerminator: ')'}
                sequence: {name: string, node: {type: Node, occurs: 0..*}}
            """;

    private static final String TERMS =
            """
            messageSet: terms
            formats: {tds: {dataElementSeparation: fixedLength}}
            messages: {m: {sequence: {n: {int:, tds: 1}, node: {type: Node, occurs: 0..9, tds: {repeatReference: n}}}}}
            types:
              Node:
                sequence:
                  name: {string: 1}
                  n: {int:, tds: 1}
                  node: {type: Node, occurs: 0..9, tds: {repeatReference: n}}
            """;

    private static final String LINES =
            "line: {occurs: 0..*, sequence: {a: string, b: {int:, occurs: 0..1}}}\n";

    private static final String TAGS =
            """
            a: {int:, tds: {tag: a}}
            b: {decimal:, tds: {tag: b}}
            c: {string:, tds: {tag: c}}
            """;

    private static final String XML_MODEL =
            """
            messageSet: xml
            formats: {xml: {kind: xml}}
            messages: {m: {sequence: {id: int, day: date, c: {occurs: 0..9, sequence: {x: short}}}}}
            """;

    private static final String XML =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE a [<!ENTITY e "<i>x</i>"><!ATTLIST b k CDATA "v">]>
            <a xmlns="urn:a" xmlns:p="urn:p"><!-- c --><b p:k='1' l="&lt;&#65;">t&e;<![CDATA[<x>]]></b>
            <p:c><?pi data?><d/>  <e>1</e><e>2</e></p:c></a>
            """;

    private static final String MIME =
            """
            Content-Type: multipart/mixed; boundary="b"; charset=utf-8

            preamble
            --b
            Content-Type: text/plain

            one
            --b
            Content-Type: multipart/related; boundary=c
            Content-Transfer-Encoding: binary

            --c

            inner
            --c--
            --b--
            """
                    .replace("\n", "\r\n");

    private void headers() {
        for (HeaderParser parser :
                ServiceLoader.load(HeaderParser.class, MutationSamples.class.getClassLoader())) {
            var bytes = HeaderBytes.ALL.get(parser.domain());
            if (bytes != null) {
                found.add(MutationSample.header(parser, bytes.toArray()));
            }
        }
    }

    private void text(String domain, String message) {
        byte[] bytes = message.getBytes(UTF_8);
        Parser parser = PARSERS.domain(domain).orElseThrow();
        MessageTemplate template = MessageTemplate.domain(domain);
        found.add(MutationSample.body(domain + " text", bytes, parser, template, 1208));
    }

    private void files(Path folder, String extension, int ccsid, String... domains) {
        for (Path file : list(folder, name -> name.endsWith(extension))) {
            for (String domain : domains) {
                Parser parser = PARSERS.domain(domain).orElseThrow();
                String name = domain + " " + folder.relativize(file);
                MessageTemplate template = MessageTemplate.domain(domain);
                found.add(MutationSample.body(name, read(file), parser, template, ccsid));
            }
        }
    }

    /**
     * A record of a file.
     *
     * @param model a resource: the copybook of the file as a message set
     */
    private void record(String model, String data, int from, int length) {
        Path file = folder("cobol-cobrix").resolve(data);
        if (!Files.exists(file)) {
            return;
        }
        byte[] record = Arrays.copyOfRange(read(file), from, from + length);
        model(
                "MRM cobol-cobrix/" + data,
                resource("/records/" + model + ".model.yaml"),
                record,
                37,
                785);
    }

    private static String resource(String name) {
        try (InputStream in = MutationSamples.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A model of one message in one of the standards of tagged and delimited texts. */
    private static String texts(String standard, String fields) {
        boolean tagged = standard.equals("userDefinedText");
        String more =
                tagged
                        ? """
                        , dataElementSeparation: taggedDelimited, delimiter: ;, \
                        tagDataSeparator: "=\"\
                        """
                        : "";
        return "messageSet: texts\nformats:\n  tds: {messagingStandard: "
                + standard
                + more
                + "}\nmessages:\n  m:\n    sequence:\n"
                + fields.indent(6);
    }

    /** A message set of the samples, with the messages beside it and those of others. */
    private void standard(String model, String data, String extension) {
        Path file = SAMPLES.resolve(model);
        // Otherwise, most changed messages are rejected before they are parsed.
        String text =
                new String(read(file), UTF_8)
                        .replaceAll(
                                "messagingStandard: (x12|edifact|swift)",
                                "$0, validateEnvelope: false");
        var folders = new ArrayList<Path>(List.of(file.getParent()));
        if (!data.isEmpty()) {
            folders.add(folder(data));
        }
        for (Path folder : folders) {
            for (Path message : list(folder, name -> name.endsWith(extension))) {
                String name = "TDS " + model + " " + message.getFileName();
                model(name, text, read(message), 1208, 273);
            }
        }
    }

    private void model(String name, String model, String record) {
        model(name, model, record.getBytes(ISO_8859_1), 819, 273);
    }

    private void model(String name, String model, byte[] record, int ccsid, int encoding) {
        Problems problems = new Problems();
        Parser parser =
                ParserRegistry.load(MutationSamples.class.getClassLoader())
                        .with(List.of(new Source("records.model.yaml", model)), problems)
                        .domain("MRM")
                        .orElseThrow();
        problems.throwIfErrors();
        MessageTemplate template = MessageTemplate.domain("MRM");
        found.add(MutationSample.body(name, record, parser, template, ccsid, encoding));
    }

    private static List<Path> list(Path folder, Predicate<String> named) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(f -> named.test(f.getFileName().toString()))
                    .filter(f -> read(f).length <= MAX_FILE)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
