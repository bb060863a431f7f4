package io.millrace.parsers.mrm.cwf;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.error.Problem;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.Messages;

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
        return model(text(fields));
    }

    /** The same in Latin-1, with numbers in the order of the network. */
    static Records latin(String fields) {
        return of(fields).latin();
    }

    static Records model(String text) {
        return new Records(Messages.model(text), EBCDIC, BIG);
    }

    static List<Problem> problems(String fields) {
        return Messages.problems(text(fields));
    }

    private static String text(String fields) {
        return "messageSet: test\nmessages:\n  m:\n    sequence:\n" + fields.indent(6);
    }

    Records latin() {
        return in(LATIN, IEEE);
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
        return parse(Bytes.of(text.getBytes(ISO_8859_1)));
    }

    String text(Element body) {
        return new String(bytes(body).toArray(), ISO_8859_1);
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
    static Element tree(Object... namesAndValues) {
        return Messages.tree(namesAndValues);
    }
}
