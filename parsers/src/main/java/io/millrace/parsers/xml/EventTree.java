package io.millrace.parsers.xml;

import static io.millrace.parsers.xml.XmlContent.STATE;
import static io.millrace.parsers.xml.XmlTypes.CDATA;
import static io.millrace.parsers.xml.XmlTypes.CDATA_FIELD;
import static io.millrace.parsers.xml.XmlTypes.FIELD;
import static io.millrace.parsers.xml.XmlTypes.TAG;
import static io.millrace.parsers.xml.XmlTypes.TEXT;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A builder of a domain's tree from the events of a streaming parser. */
final class EventTree {

    /** An open tag and the elements read inside it. */
    private record Open(Element tag, List<Element> inside) {}

    private final XmlContent content;
    private final FifthEdition edition;
    private final boolean compact;
    private final ArrayDeque<Open> open = new ArrayDeque<>();

    /** Nodes outside of tags: the root tag and its siblings. */
    final List<Element> outside = new ArrayList<>();

    private final StringBuilder text = new StringBuilder();

    /**
     * @param edition conversion of the strings of events to the strings of the document
     */
    EventTree(XmlContent content, FifthEdition edition) {
        this.content = content;
        this.edition = edition;
        compact = content.kind().compact;
    }

    int depth() {
        return open.size();
    }

    void append(Element e) {
        endText();
        (open.isEmpty() ? outside : open.peek().inside).add(e);
    }

    void text(char[] characters, int from, int length) {
        text.append(characters, from, length);
    }

    void section(String section) {
        append(content.leaf(CDATA, "", "", edition.original(section)));
    }

    void comment(String comment) {
        if (content.keepsComments()) {
            append(
                    content.leaf(
                            compact ? XmlTypes.COMMENT : XmlTypes.OLD_COMMENT,
                            "",
                            "",
                            edition.original(comment)));
        } else {
            endText();
        }
    }

    void instruction(String target, String data) {
        if (content.keepsInstructions()) {
            append(
                    content.leaf(
                            compact ? XmlTypes.INSTRUCTION : XmlTypes.OLD_INSTRUCTION,
                            "",
                            edition.original(target),
                            edition.original(data)));
        } else {
            endText();
        }
    }

    private void endText() {
        if (text.isEmpty()) {
            return;
        }
        String ended = edition.original(text.toString());
        text.setLength(0);
        if (!open.isEmpty()) {
            append(content.leaf(TEXT, "", "", ended));
        } else if (!compact) {
            append(content.leaf(XmlTypes.OLD_WHITE_SPACE, "", "", ended));
        }
    }

    /** Begins a tag with its attributes. */
    void startTag(Element tag) {
        endText();
        open.push(new Open(tag, new ArrayList<>()));
    }

    void endTag() {
        endText();
        Open ended = open.pop();
        Element tag = ended.tag;
        if (compact) {
            compact(tag, ended.inside);
        } else {
            ended.inside.forEach(e -> STATE.append(tag, e));
            STATE.decoded(tag, ended.inside.isEmpty() ? Value.of("") : null);
        }
        STATE.complete(tag);
        append(tag);
    }

    private void compact(Element tag, List<Element> inside) {
        boolean field = inside.stream().noneMatch(EventTree::isTag);
        if (field) {
            STATE.decoded(tag, value(tag, inside));
            boolean section =
                    inside.stream().filter(EventTree::isText).count() == 1
                            && inside.stream().anyMatch(e -> e.type() == CDATA);
            STATE.classified(tag, section ? CDATA_FIELD : FIELD);
        } else {
            STATE.decoded(tag, null);
            STATE.classified(tag, TAG);
        }
        for (Element e : inside) {
            if (!isText(e) || !field && !content.dropsWhiteSpace()) {
                STATE.append(tag, e);
            }
        }
    }

    private static Value value(Element tag, List<Element> inside) {
        StringBuilder joined = new StringBuilder();
        boolean any = false;
        for (Element e : inside) {
            if (isText(e)) {
                any = true;
                joined.append(e.text());
            }
        }
        return !any && isNil(tag) ? null : Value.of(joined.toString());
    }

    private static boolean isNil(Element tag) {
        for (Element c = tag.lastKnown(); c != null; c = c.previous()) {
            if (c.isNamed(NamespaceScope.XSI_URI, "nil")) {
                return XmlContent.isTrue(c.text());
            }
        }
        return false;
    }

    private static boolean isText(Element e) {
        return e.type() == TEXT || e.type() == CDATA;
    }

    private static boolean isTag(Element e) {
        return switch (e.type()) {
            case TAG, FIELD, CDATA_FIELD -> true;
            default -> false;
        };
    }
}
