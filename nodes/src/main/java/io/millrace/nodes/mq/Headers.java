package io.millrace.nodes.mq;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.ParserRegistry;

/**
 * The headers of a Root that a node changes.
 *
 * @param root Root that the node is allowed to change
 */
record Headers(Element root, ParserRegistry parsers) {

    private static final String MQMD = "MQMD";
    private static final String MQDLH = "MQDLH";
    private static final String PROPERTIES = "Properties";

    /** Returns the first header with a name; null if the message has none. */
    Element find(String header) {
        return root.child(header);
    }

    /** Adds an empty header if the message has no header with this name. */
    void add(String header) {
        if (find(header) != null) {
            return;
        }
        Element made = Element.of(ElementType.NAME, header).domain(header);
        Element before =
                switch (header) {
                    case MQMD -> find(PROPERTIES);
                    case MQDLH -> find(MQMD) == null ? find(PROPERTIES) : find(MQMD);
                    default -> lastHeader();
                };
        if (before == null) {
            root.addFirst(made);
        } else {
            before.addAfter(made);
        }
    }

    /** Returns the last folder before the body; null if the message has only a body. */
    private Element lastHeader() {
        Element last = null;
        for (Element e = root.firstChild(); e != null; e = e.next()) {
            boolean header =
                    e.isNamed(PROPERTIES)
                            || e.isNamed(MQMD)
                            || parsers.headerForDomain(e.name()).isPresent();
            if (header) {
                last = e;
            }
        }
        return last;
    }

    /**
     * Deletes a header. The header before it then describes the data after it: it gets the format,
     * the code page and the encoding that the deleted header specified.
     */
    void delete(String header) {
        Element found = find(header);
        if (found == null) {
            return;
        }
        Element before = found.previous();
        HeaderParser parser = parsers.headerForDomain(header).orElse(null);
        if (parser != null && before != null && !before.isNamed(PROPERTIES)) {
            HeaderParser.Following next = parser.following(found);
            set(before, "Format", Value.of(next.format()));
            if (next.ccsid() > 0) {
                set(before, "CodedCharSetId", Value.of(next.ccsid()));
            }
            if (next.encoding() != 0) {
                set(before, "Encoding", Value.of(next.encoding()));
            }
        }
        found.remove();
    }

    private static void set(Element header, String name, Value value) {
        Element field = header.child(name);
        if (field == null) {
            header.add(name, value);
        } else {
            field.value(value);
        }
    }
}
