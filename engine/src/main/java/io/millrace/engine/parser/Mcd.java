package io.millrace.engine.parser;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * The mcd folder of an MQRFH2, which determines the parser of the body. The values are
 * case-sensitive.
 */
final class Mcd {

    static final String RFH2 = "MQRFH2";
    private static final String NAME = "mcd";

    /** Values of Msd in MQSI V2 and WMQI, in addition to the names of the domains. */
    private static final Map<String, String> DOMAINS =
            Map.of(
                    "xml", "XML",
                    "xmlns", "XMLNS",
                    "xmlnsc", "XMLNSC",
                    "mrm", "MRM",
                    "json", "JSON",
                    "none", "BLOB",
                    "jms_map", "XML",
                    "jms_stream", "XML");

    /** Values of Msd to write for domains with another name. */
    private static final Map<String, String> WRITTEN =
            Map.of("XML", "xml", "MRM", "mrm", "BLOB", "none");

    private Mcd() {}

    /** Returns the template in a header; null if the header has no mcd folder or no Msd. */
    static @Nullable MessageTemplate read(Element rfh2) {
        Element mcd = rfh2.child(NAME);
        if (mcd == null) {
            return null;
        }
        String msd = specified(mcd, "Msd");
        return msd.isEmpty()
                ? null
                : new MessageTemplate(
                        msd, specified(mcd, "Set"), specified(mcd, "Type"), specified(mcd, "Fmt"));
    }

    private static String specified(Element mcd, String name) {
        String text = mcd.textOf(name);
        return text == null ? "" : text.strip();
    }

    /** Returns the domain for a value of Msd; if the value is not listed, the value itself. */
    static String domain(String msd) {
        return DOMAINS.getOrDefault(msd, msd);
    }

    /**
     * Whether a value of Msd stands for a kind of JMS message with a body in any format. In this
     * case, the properties of the node apply.
     */
    static boolean isFormatless(String msd) {
        return switch (msd) {
            case "jms_text", "jms_bytes", "jms_none", "jms_object" -> true;
            default -> false;
        };
    }

    /**
     * Returns a header with a template in the mcd folder. Returns the header itself if it already
     * has the template; otherwise a changed copy. An Msd that is a kind of JMS message is kept.
     */
    static Element with(Element rfh2, MessageTemplate template) {
        MessageTemplate specified = read(rfh2);
        String msd = WRITTEN.getOrDefault(template.domain(), template.domain());
        if (specified != null
                && (isFormatless(specified.domain())
                        || domain(specified.domain()).equals(template.domain()))) {
            msd = specified.domain();
        }
        MessageTemplate requested =
                new MessageTemplate(msd, template.set(), template.type(), template.format());
        if (requested.equals(specified)) {
            return rfh2;
        }
        Element changed = rfh2.copy();
        Element mcd = changed.child(NAME);
        if (mcd == null) {
            mcd = insert(changed);
        }
        put(mcd, "Msd", requested.domain());
        put(mcd, "Set", requested.set());
        put(mcd, "Type", requested.type());
        put(mcd, "Fmt", requested.format());
        return changed;
    }

    /** Inserts a new mcd folder before the first other folder. */
    private static Element insert(Element rfh2) {
        Element made = Element.of(ElementType.NAME, NAME);
        for (Element c = rfh2.firstChild(); c != null; c = c.next()) {
            if (ElementType.kind(c.type()) == ElementType.NAME) {
                return c.addBefore(made);
            }
        }
        return rfh2.addLast(made);
    }

    private static void put(Element mcd, String name, String text) {
        Element field = mcd.child(name);
        if (text.isEmpty()) {
            if (field != null) {
                field.remove();
            }
        } else if (field == null) {
            mcd.add(name, Value.of(text));
        } else {
            field.value(Value.of(text));
        }
    }
}
