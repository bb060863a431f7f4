package io.millrace.parsers.mrm.tds;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.mrm.MrmParser;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

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
        Problems problems = new Problems();
        Parser parser = new MrmParser().with(List.of(source(text)), problems);
        assertThat(problems.all().stream().map(Problem::render)).isEmpty();
        return new Texts(parser, 819, 273, StandardCharsets.ISO_8859_1);
    }

    static String problems(String settings, String fields) {
        return problems(text(settings, fields));
    }

    static String problems(String model) {
        Problems problems = new Problems();
        new MrmParser().with(List.of(source(model)), problems);
        StringBuilder all = new StringBuilder();
        problems.all().forEach(p -> all.append(p.text()).append('\n'));
        return all.toString();
    }

    private static Source source(String text) {
        return new Source("test.model.yaml", text);
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
        StringBuilder out = new StringBuilder();
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            out.append(out.isEmpty() ? "" : " ").append(e.name());
            if (ElementType.kind(e.type()) == ElementType.NAME) {
                out.append('{').append(dump(e)).append('}');
            } else {
                out.append('=').append(e.value() == null ? "NULL" : e.value().text());
            }
        }
        return out.toString();
    }

    static Element tree() {
        return Element.of(ElementType.NAME, "MRM").domain("MRM");
    }
}
