package io.millrace.parsers.mrm.tds;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.Messages;

import java.nio.charset.Charset;

/** A message of a model in a Tagged/Delimited String format, for tests. */
record Texts(Parser parser, int ccsid, int encoding, Charset charset) {

    static final MessageTemplate TEMPLATE = MessageTemplate.domain("MRM");

    /** A model whose only message has these fields, a line each, and a format of these settings. */
    static Texts of(String settings, String fields) {
        return model(text(settings, fields));
    }

    private static String text(String settings, String fields) {
        boolean whole = fields.startsWith("m:");
        return "messageSet: test\nformats:\n  tds: "
                + settings
                + "\nmessages:\n"
                + (whole ? fields.indent(2) : "  m:\n    sequence:\n" + fields.indent(6));
    }

    static Texts model(String text) {
        return new Texts(Messages.model(text), 819, 273, ISO_8859_1);
    }

    static String problems(String settings, String fields) {
        return problems(text(settings, fields));
    }

    static String problems(String model) {
        return Messages.problems(model).stream().map(p -> p.text() + "\n").collect(joining());
    }

    Texts in(int newCcsid, String newCharset) {
        return new Texts(parser, newCcsid, 273, Charset.forName(newCharset));
    }

    Bytes bytes(String text) {
        return Bytes.of(text.getBytes(charset));
    }

    Element parse(String text) {
        return parse(bytes(text));
    }

    Element parse(Bytes bytes) {
        return parser.parse(bytes, ParseOptions.of(TEMPLATE, ccsid, encoding));
    }

    String write(Element body) {
        return written(body).text(charset);
    }

    Bytes written(Element body) {
        return parser.write(body, WriteOptions.of(TEMPLATE, ccsid, encoding));
    }

    /** Names and values: {@code a=1 b{c=2}}. */
    String read(String text) {
        Element read = parse(text);
        String found = dump(read);
        Answered.sameAs(read, () -> parse(text));
        return found;
    }

    /** What is written of a tree that has nothing to do with the bytes any more. */
    String rewritten(String text) {
        return write(parse(text).deepCopy());
    }

    static String dump(Element folder) {
        return Messages.dump(folder, v -> v == null ? "NULL" : v.text());
    }

    static Element tree(Object... namesAndValues) {
        return Messages.tree(namesAndValues);
    }
}
