package io.millrace.parsers.xml;

import static io.millrace.engine.message.ElementType.NAME_VALUE;
import static io.millrace.engine.parser.ParseTiming.IMMEDIATE;
import static io.millrace.parsers.xml.Trees.XML;
import static io.millrace.parsers.xml.Trees.XMLNS;
import static io.millrace.parsers.xml.Trees.XMLNSC;
import static io.millrace.parsers.xml.Trees.options;
import static io.millrace.parsers.xml.Trees.parse;
import static io.millrace.parsers.xml.Trees.show;
import static io.millrace.parsers.xml.XmlContent.STATE;
import static io.millrace.parsers.xml.XmlRole.ATTRIBUTE;
import static io.millrace.parsers.xml.XmlRole.CDATA_TAG;
import static io.millrace.parsers.xml.XmlRole.NAMESPACE;
import static io.millrace.parsers.xml.XmlRole.TAG;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ctc.wstx.stax.WstxInputFactory;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions.Mode;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import java.io.StringReader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Random documents, touched in random ways, against Woodstox. */
class XmlPropertyTest {

    private static final String[] NAMES = {
        "a", "b", "p:a", "q:b", "item", "\u00E4", "Long_name-with.all1"
    };
    private static final String[] TEXTS = {
        "x",
        " ",
        "\n  ",
        "a &amp; b",
        "&#x20AC;&lt;",
        "\u20AC\u00E4",
        "a]b]]c",
        "\uD83D\uDE00",
        "12.50",
        "1\r\n2\r3\t"
    };

    private static String document(Random random) {
        StringBuilder out =
                new StringBuilder(random.nextInt(3) == 0 ? "<?xml version='1.0'?>\n<!--c-->" : "");
        tag(random, out, 0, "<root xmlns:p='u' xmlns:q=\"v\"", "root");
        return out.append(random.nextInt(3) == 0 ? "<?pi?>\n" : "").toString();
    }

    private static void tag(Random random, StringBuilder out, int depth, String open, String name) {
        out.append(open);
        if (random.nextInt(3) == 0) {
            out.append(" k")
                    .append(random.nextBoolean() ? "='" : " =\n'")
                    .append(pick(random, TEXTS))
                    .append("'");
        }
        if (random.nextInt(4) == 0) {
            out.append("\tp:k=\">'\"");
        }
        if (depth > 0 && random.nextInt(6) == 0) {
            out.append(" xmlns:q='").append(pick(random, "w", "x")).append("' ");
        }
        if (random.nextInt(8) == 0) {
            out.append(" xmlns='").append(pick(random, "", "d")).append("'");
        }
        if (random.nextInt(6) == 0) {
            out.append("/>");
            return;
        }
        out.append('>');
        int children = depth > 4 ? 0 : random.nextInt(5);
        for (int i = 0; i < children; i++) {
            switch (random.nextInt(8)) {
                case 0 -> out.append(pick(random, TEXTS));
                case 1 -> out.append("<!-- </root> - -->");
                case 2 ->
                        out.append("<![CDATA[")
                                .append(pick(random, "<x>", "]]", "", "&"))
                                .append("]]>");
                case 3 -> out.append("<?pi </b> ?>");
                default -> {
                    String child = pick(random, NAMES);
                    tag(random, out, depth + 1, "<" + child, child);
                }
            }
        }
        if (children == 0 && random.nextInt(3) > 0) {
            out.append(pick(random, TEXTS));
        }
        out.append("</").append(name).append(random.nextInt(9) == 0 ? " >" : ">");
    }

    private static String pick(Random random, String... from) {
        return from[random.nextInt(from.length)];
    }

    /** Touches a tree here and there; reads only. */
    private static void touch(Random random, Element top, int times) {
        Element e = top;
        for (int i = 0; i < times; i++) {
            Element to =
                    switch (random.nextInt(13)) {
                        case 9, 10 -> ChildSearch.first(e, true);
                        case 11, 12 -> ChildSearch.next(e, true);
                        case 0 -> e.parent();
                        case 1 -> e.lastChild();
                        case 2, 3 -> e.next();
                        case 4 -> e.child("u", "a");
                        case 5 -> {
                            e.value();
                            yield e;
                        }
                        case 6 -> {
                            e.type();
                            yield e.previous();
                        }
                        default -> e.firstChild();
                    };
            e = to == null || to.root() != top.root() ? top : to;
        }
    }

    @Property
    void aTreeIsThatOfWoodstoxHoweverItIsTouched(@ForAll long seed) throws XMLStreamException {
        Random random = new Random(seed);
        String document = document(random);
        for (Parser parser : List.of(XML, XMLNS)) {
            for (String charset : List.of("UTF-8", "UTF-16LE")) {
                Bytes bytes = Bytes.of(document.getBytes(Charset.forName(charset)));
                int ccsid = charset.equals("UTF-8") ? 1208 : 1202;
                Element body = parser.parse(bytes, options(parser, ccsid));
                Element copy = body.copy();
                touch(random, body, random.nextInt(40));
                Element late = body.copy();
                touch(random, copy, random.nextInt(40));

                String expected = woodstox(document, parser == XMLNS);
                assertThat(shown(body, false)).isEqualTo(expected);
                assertThat(shown(copy, false)).isEqualTo(expected);
                assertThat(shown(late, false)).isEqualTo(expected);
                assertThat(parser.write(late, Trees.writing(parser, ccsid, Mode.ROOT)))
                        .isSameAs(bytes);
            }
        }
    }

    @Property
    void whoLooksForNamesLeavesNothingOutForOthers(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder texts = new StringBuilder();
        tagWithTexts(random, texts, 0);
        String document = texts.toString();
        Parser parser = List.of(XML, XMLNS).get(random.nextInt(2));
        Element known = parse(parser, document);
        IMMEDIATE.read(known);
        var walks = new ArrayList<Walk>();
        walks.add(new Walk(parse(parser, document), known));
        for (int i = 0; i < 80; i++) {
            Walk walk = walks.get(random.nextInt(walks.size()));
            if (walks.size() < 4 && random.nextInt(10) == 0) {
                walks.add(new Walk(walk.lazy.copy(), walk.known.deepCopy()));
            } else {
                walk.step(random.nextInt(15));
            }
        }
        assertThat(walks).allSatisfy(w -> assertThat(show(w.lazy)).isEqualTo(show(w.known)));
    }

    /**
     * A way through a tree that finds its elements by the way, and the same through a known one.
     */
    private static final class Walk {
        private final Element lazy;
        private final Element known;
        private Element at;
        private Element same;

        Walk(Element lazy, Element known) {
            this.lazy = lazy;
            this.known = known;
            at = lazy;
            same = known;
        }

        void step(int step) {
            Element to = XmlPropertyTest.step(step, at, true);
            Element expected = XmlPropertyTest.step(step, same, false);
            assertThat(one(to)).isEqualTo(one(expected));
            if (to != null && step == 11 && to.parent() != lazy) {
                Element above = to.parent();
                Element sameAbove = expected.parent();
                to.remove();
                expected.remove();
                to = above;
                expected = sameAbove;
            } else if (to != null && step == 14) {
                to.add("new", Value.of("1"));
                expected.add("new", Value.of("1"));
            }
            at = to == null ? lazy : to;
            same = to == null ? known : expected;
        }
    }

    private static void tagWithTexts(Random random, StringBuilder out, int depth) {
        out.append(random.nextInt(3) == 0 ? "<a k=''>" : "<a>");
        for (int i = depth == 3 ? 0 : 1 + random.nextInt(3); i > 0; i--) {
            out.append(pick(random, "", "x" + i, "\n" + i, "<!--c-->", "<?p?>y"));
            tagWithTexts(random, out, depth + 1);
        }
        out.append(pick(random, "", "z")).append("</a>");
    }

    private static String one(Element e) {
        return e == null ? "" : e.type() + " " + e.name() + " " + e.text();
    }

    private static Element step(int step, Element from, boolean byName) {
        return switch (step) {
            case 0, 12, 13, 14 -> from.parent();
            case 1 -> from.lastChild();
            case 2 -> from.previous();
            case 3, 11 -> from.next();
            case 4, 5 -> from.firstChild();
            case 6, 7, 8 -> {
                Element e = ChildSearch.first(from, byName);
                while (e != null && e.name().isEmpty()) {
                    e = ChildSearch.next(e, byName);
                }
                yield e;
            }
            default -> {
                Element e = from;
                do {
                    e = ChildSearch.next(e, byName);
                } while (e != null && e.name().isEmpty());
                yield e;
            }
        };
    }

    @Property
    void xmlnscGivesTheSameTreeHoweverItIsTouched(@ForAll long seed) {
        Random random = new Random(seed);
        String document = document(random);
        String[] options =
                random.nextBoolean()
                        ? new String[0]
                        : new String[] {
                            "RetainMixedContent", "RetainComments", "RetainProcessingInstructions"
                        };
        Element body = parse(XMLNSC, document, options);
        touch(random, body, random.nextInt(60));
        Element untouched = parse(XMLNSC, document, options);
        IMMEDIATE.read(untouched);

        assertThat(show(body)).isEqualTo(show(untouched));
        assertThat(show(body.copy())).isEqualTo(show(untouched));
        String viaWoodstox = withDoctype(document);
        assertThat(Trees.showSorted(parse(XMLNSC, viaWoodstox, options)))
                .isEqualTo(Trees.showSorted(untouched));
    }

    private static String withDoctype(String document) {
        int declaration = document.startsWith("<?xml") ? document.indexOf("?>") + 2 : 0;
        return document.substring(0, declaration)
                + "<!DOCTYPE root>"
                + document.substring(declaration);
    }

    @Property
    void aChangedTreeIsReadBackAsItWasWritten(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int changes) {
        Random random = new Random(seed);
        Parser parser = List.of(XML, XMLNS, XMLNSC).get(random.nextInt(3));
        String document = document(random);
        Element body = parse(parser, document);
        Element original = body.copy();
        String before = shown(original.deepCopy(), true);
        for (int i = 0; i < changes; i++) {
            if (random.nextInt(3) == 0) {
                addRenamed(random, body, parser, parse(parser, document));
            } else {
                change(random, body, parser);
            }
        }
        int ccsid = List.of(1208, 819, 1200, 37).get(random.nextInt(4));
        // Names that Latin-1 and EBCDIC lack are not among the names above.
        Bytes written = parser.write(body, Trees.writing(parser, ccsid, Mode.ROOT));

        Element again = parser.parse(written, options(parser, ccsid));
        assertThat(shown(again, true)).as("%s", written.text(UTF_8)).isEqualTo(shown(body, true));
        assertThat(shown(original, true)).isEqualTo(before);
    }

    /** Adds a tag of another tree that nobody looked into, under another name. */
    private static void addRenamed(Random random, Element body, Parser parser, Element other) {
        Element source = other;
        for (Element e = other; e != null; e = random.nextBoolean() ? e.firstChild() : e.next()) {
            if (XmlRole.of(e) == TAG || XmlRole.of(e) == CDATA_TAG) {
                source = e;
            }
            if (random.nextInt(6) == 0) {
                break;
            }
        }
        // A tag that declares a default namespace cannot be in none.
        boolean declares =
                STATE.context(source) instanceof NamespaceScope scope
                        && scope.at() == STATE.start(source)
                        && NamespaceScope.uri(scope, "") != NamespaceScope.uri(scope.outer(), "");
        String namespace = parser == XML ? "" : pick(random, declares ? "u" : "", "u", "v", "z");
        Element renamed = source == other ? null : source.copyAs(namespace, "renamed");
        var tags = new ArrayList<Element>();
        for (Element c = body.firstChild(); c != null; c = c.next()) {
            collect(c, tags);
        }
        Element e = tags.get(random.nextInt(tags.size()));
        boolean folder = parser != XMLNSC || ElementType.kind(e.type()) != NAME_VALUE;
        if (renamed != null && folder) {
            e.addLast(renamed);
        }
    }

    private static void change(Random random, Element body, Parser parser) {
        var tags = new ArrayList<Element>();
        for (Element c = body.firstChild(); c != null; c = c.next()) {
            collect(c, tags);
        }
        Element e = tags.get(random.nextInt(tags.size()));
        Element other = tags.get(random.nextInt(tags.size()));
        boolean compactText = parser == XMLNSC && ElementType.kind(e.type()) == NAME_VALUE;
        switch (random.nextInt(5)) {
            case 0 -> {
                if (!compactText) {
                    e.add("added", Value.of("v<" + random.nextInt(9)));
                }
            }
            case 1 -> {
                if (!compactText) {
                    e.addLast(other.copy());
                }
            }
            case 2 -> {
                if (e.parent() != body) {
                    e.remove();
                }
            }
            case 3 -> {
                if (e.parent() != body && !compactText) {
                    e.addBefore(other.copy());
                }
            }
            default -> {
                if (compactText) {
                    e.value(Value.of("new"));
                } else {
                    e.addLast(
                            Element.of(NAME_VALUE, parser == XML ? "" : "z", "ns", Value.of("1")));
                }
            }
        }
    }

    private static void collect(Element e, List<Element> tags) {
        if (XmlRole.of(e) == TAG || XmlRole.of(e) == CDATA_TAG) {
            tags.add(e);
            for (Element c = e.firstChild(); c != null; c = c.next()) {
                collect(c, tags);
            }
        }
    }

    // Both trees as text

    private static String shown(Element body, boolean loosely) {
        StringBuilder out = new StringBuilder();
        StringBuilder text = new StringBuilder();
        for (Element c = body.firstChild(); c != null; c = c.next()) {
            shown(c, loosely, out, text);
        }
        return out.toString();
    }

    /**
     * Loosely: without declarations, which a writer adds, and with all texts of a tag's beginning
     * joined.
     */
    private static void shown(Element e, boolean loosely, StringBuilder out, StringBuilder text) {
        switch (XmlRole.of(e)) {
            case TAG, CDATA_TAG -> {
                flush(out, text);
                out.append('<').append('{').append(e.namespace()).append('}').append(e.name());
                var attributes = new TreeMap<String, String>();
                for (Element a = e.firstChild(); a != null; a = a.next()) {
                    boolean declared = XmlRole.of(a) == NAMESPACE || a.name().startsWith("xmlns");
                    if (XmlRole.of(a) == ATTRIBUTE && !declared) {
                        attributes.put("{" + a.namespace() + "}" + a.name(), a.text());
                    }
                }
                out.append(attributes).append('>');
                if (e.value() != null) {
                    text.append(e.text());
                }
                for (Element c = e.firstChild(); c != null; c = c.next()) {
                    shown(c, loosely, out, text);
                }
                flush(out, text);
                out.append("</>");
            }
            case TEXT, CDATA -> {
                if (e.type() != XmlTypes.OLD_WHITE_SPACE) {
                    text.append(e.text());
                }
            }
            case COMMENT -> {
                flush(out, text);
                out.append("<!--").append(e.text());
            }
            case INSTRUCTION -> {
                flush(out, text);
                out.append("<?").append(e.name()).append(' ').append(e.text());
            }
            default -> {
                // Declarations.
            }
        }
    }

    private static void flush(StringBuilder out, StringBuilder text) {
        out.append(text);
        text.setLength(0);
    }

    private static String woodstox(String document, boolean namespaces) throws XMLStreamException {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, namespaces);
        XMLStreamReader r = factory.createXMLStreamReader(new StringReader(document));
        StringBuilder out = new StringBuilder();
        int depth = 0;
        while (r.hasNext()) {
            switch (r.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    out.append("<{")
                            .append(uri(r.getNamespaceURI()))
                            .append('}')
                            .append(r.getLocalName());
                    var attributes = new TreeMap<String, String>();
                    for (int i = 0; i < r.getAttributeCount(); i++) {
                        if (!r.getAttributeLocalName(i).startsWith("xmlns")) {
                            attributes.put(
                                    "{"
                                            + uri(r.getAttributeNamespace(i))
                                            + "}"
                                            + r.getAttributeLocalName(i),
                                    r.getAttributeValue(i));
                        }
                    }
                    out.append(attributes).append('>');
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    out.append("</>");
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                        out.append(depth > 0 ? r.getText() : "");
                case XMLStreamConstants.COMMENT -> out.append("<!--").append(r.getText());
                case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                        out.append("<?")
                                .append(r.getPITarget())
                                .append(' ')
                                .append(uri(r.getPIData()));
                default -> {
                    // White space of the prolog.
                }
            }
        }
        return out.toString();
    }

    private static String uri(String text) {
        return text == null ? "" : text;
    }
}
