package io.millrace.parsers.xml;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.engine.parser.WriteOptions.Mode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Set;

/** Short ways to parse, write and show. */
final class Trees {

    static final Parser XML = new XmlParser();
    static final Parser XMLNS = new XmlnsParser();
    static final Parser XMLNSC = new XmlnscParser();

    private Trees() {}

    static Element parse(Parser parser, String document, String... options) {
        return parser.parse(utf8(document), options(parser, 1208, options));
    }

    static ParseOptions options(Parser parser, int ccsid, String... options) {
        return new ParseOptions(
                MessageTemplate.domain(parser.domain()),
                ccsid,
                273,
                ON_DEMAND,
                Set.of(options),
                Limits.DEFAULTS);
    }

    static ParseOptions limited(Parser parser, Limits limits) {
        return new ParseOptions(
                MessageTemplate.domain(parser.domain()), 0, 273, ON_DEMAND, Set.of(), limits);
    }

    static WriteOptions writing(Parser parser, int ccsid, Mode mode) {
        return new WriteOptions(
                MessageTemplate.domain(parser.domain()), ccsid, 273, mode, Limits.DEFAULTS);
    }

    static String write(Parser parser, Element body) {
        return parser.write(body, writing(parser, 1208, Mode.ROOT)).text(UTF_8);
    }

    static String fragment(Parser parser, Element e) {
        return parser.write(e, writing(parser, 1208, Mode.FOLDER)).text(UTF_8);
    }

    /**
     * A tree on one line: {@code {ns}name:TYPE='value'(children)}, types in hexadecimal without
     * trailing zeros.
     */
    static String show(Element e) {
        StringBuilder out = new StringBuilder();
        show(e, out, false);
        return out.toString();
    }

    /** As {@link #show}, with attributes and declarations in the order of their names. */
    static String showSorted(Element e) {
        StringBuilder out = new StringBuilder();
        show(e, out, true);
        return out.toString();
    }

    private static void show(Element e, StringBuilder out, boolean sorted) {
        if (!e.namespace().isEmpty()) {
            out.append('{').append(e.namespace()).append('}');
        }
        out.append(e.name())
                .append(':')
                .append(Integer.toHexString(e.type()).replaceAll("0+$", ""));
        if (e.value() != null) {
            out.append("='").append(e.text()).append('\'');
        }
        if (e.firstChild() != null) {
            var children = new ArrayList<Element>();
            for (Element c = e.firstChild(); c != null; c = c.next()) {
                children.add(c);
            }
            if (sorted) {
                // What is in the head comes first anyway.
                children.sort(
                        Comparator.comparing(
                                c ->
                                        XmlRole.of(c).isInHead()
                                                ? c.namespace() + c.name()
                                                : "\uFFFF"));
            }
            out.append('(');
            for (Element c : children) {
                out.append(c == children.getFirst() ? "" : " ");
                show(c, out, sorted);
            }
            out.append(')');
        }
    }
}
