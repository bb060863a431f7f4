package io.millrace.parsers.mrm.xml;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;

import io.millrace.engine.error.Problem;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.Messages;

import java.util.List;
import java.util.Set;

/** A message of a model in XML, for tests. */
record XmlRecords(Parser parser, String type, String format) {

    static final int UTF_8 = 1208;

    /** A model whose only message {@code m} has these fields, a line each. */
    static XmlRecords of(String fields) {
        return of("", fields);
    }

    /** The same with settings of the format, as they stand between braces. */
    static XmlRecords of(String settings, String fields) {
        return model(text(settings, fields));
    }

    private static String text(String settings, String fields) {
        return "messageSet: test\nformats: {xml: {"
                + settings
                + "}}\nmessages:\n  m:\n    sequence:\n"
                + fields.indent(6);
    }

    static XmlRecords model(String text) {
        return new XmlRecords(Messages.model(text), "", "");
    }

    static List<Problem> problems(String settings, String fields) {
        return Messages.problems(text(settings, fields));
    }

    XmlRecords in(String newType, String newFormat) {
        return new XmlRecords(parser, newType, newFormat);
    }

    private MessageTemplate template() {
        return new MessageTemplate("MRM", "", type, format);
    }

    Element parse(String xml) {
        return parse(utf8(xml), ON_DEMAND);
    }

    /** Reads everything. */
    Element parseAll(String xml) {
        return parse(utf8(xml), COMPLETE);
    }

    Element parse(Bytes bytes, ParseTiming timing) {
        return parse(bytes, timing, Limits.DEFAULTS);
    }

    Element parse(Bytes bytes, ParseTiming timing, Limits limits) {
        return parser.parse(
                bytes, new ParseOptions(template(), UTF_8, 273, timing, Set.of(), limits));
    }

    Bytes bytes(Element body) {
        return bytes(body, UTF_8);
    }

    Bytes bytes(Element body, int ccsid) {
        return parser.write(body, WriteOptions.of(template(), ccsid, 273));
    }

    String write(Element body) {
        return new String(bytes(body).toArray(), java.nio.charset.StandardCharsets.UTF_8);
    }

    static Element tree(Object... namesAndValues) {
        return Messages.tree(namesAndValues);
    }

    /** A tree as lines: names, types of values, values. */
    static String show(Element tree) {
        StringBuilder out = new StringBuilder();
        for (Element e = tree.firstChild(); e != null; e = e.next()) {
            show(e, "", out);
        }
        return out.toString();
    }

    private static void show(Element e, String indent, StringBuilder out) {
        out.append(indent).append(e.name());
        Value value = e.value();
        if (value != null) {
            out.append(" = ").append(value.type()).append(' ').append(value.text());
        }
        out.append('\n');
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            show(c, indent + "  ", out);
        }
    }
}
