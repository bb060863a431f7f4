package io.millrace.parsers.mrm.cwf;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.mrm.MrmParser;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** A message of a model in the layout of one code page and encoding, for tests. */
record Records(Parser parser, int ccsid, int encoding) {

    static final int EBCDIC = 500;
    static final int UTF_8 = 1208;
    static final int LATIN = 819;
    static final int BIG = 785;
    static final int LITTLE = 546;
    static final int IEEE = 273;

    static final MessageTemplate TEMPLATE = MessageTemplate.domain("MRM");

    /** A model whose only message has these fields, a line each. */
    static Records of(String fields) {
        return model("messageSet: test\nmessages:\n  m:\n    sequence:\n" + fields.indent(6));
    }

    /** The same in Latin-1, with numbers in the order of the network. */
    static Records latin(String fields) {
        return of(fields).in(LATIN, IEEE);
    }

    static Records model(String text) {
        Problems problems = new Problems();
        Parser parser = new MrmParser().with(List.of(source(text)), problems);
        assertThat(problems.all()).isEmpty();
        return new Records(parser, EBCDIC, BIG);
    }

    static List<Problem> problems(String fields) {
        Problems problems = new Problems();
        String text = "messageSet: test\nmessages:\n  m:\n    sequence:\n" + fields.indent(6);
        new MrmParser().with(List.of(source(text)), problems);
        return problems.all();
    }

    private static Source source(String text) {
        return new Source("test.model.yaml", text);
    }

    Records in(int newCcsid, int newEncoding) {
        return new Records(parser, newCcsid, newEncoding);
    }

    Element parse(String hex) {
        return parse(hex(hex));
    }

    Element parse(Bytes bytes) {
        return parser.parse(bytes, ParseOptions.of(TEMPLATE, ccsid, encoding));
    }

    Element parse(Bytes bytes, ParseTiming timing, Limits limits) {
        return parser.parse(
                bytes, new ParseOptions(TEMPLATE, ccsid, encoding, timing, Set.of(), limits));
    }

    String write(Element body) {
        return bytes(body).hex();
    }

    Bytes bytes(Element body) {
        return parser.write(body, WriteOptions.of(TEMPLATE, ccsid, encoding));
    }

    static Bytes hex(String hex) {
        return Bytes.of(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    /** Parses a text in Latin-1. */
    Element parseText(String text) {
        return parse(Bytes.of(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    String text(Element body) {
        return new String(bytes(body).toArray(), StandardCharsets.ISO_8859_1);
    }

    /** Names and values, folders in braces. */
    static String shown(Element folder) {
        StringBuilder out = new StringBuilder();
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            out.append(out.isEmpty() ? "" : " ").append(e.name());
            out.append(
                    e.firstChild() != null
                            ? "{" + shown(e) + "}"
                            : "=" + (e.value() == null ? "NULL" : e.text()));
        }
        return out.toString();
    }

    /** A folder MRM without children, as programs make it. */
    static Element tree() {
        return Element.of(io.millrace.engine.message.ElementType.NAME, "MRM").domain("MRM");
    }
}
