package io.millrace.nodes.common;

import io.millrace.engine.message.Element;
import io.millrace.engine.parser.ParserRegistry;

/**
 * A utility that sorts the folders of a message tree into the order in which they are written:
 * Properties, MQMD, other headers, body (WMQI: "PROPAGATE statement", FINALIZE). The links between
 * headers are set when the message is written.
 */
public final class HeaderOrder {

    private HeaderOrder() {}

    /**
     * Sorts the folders of a Root, which the caller is allowed to change. Does nothing if the order
     * is correct.
     */
    public static void tidy(Element root, ParserRegistry parsers) {
        front(root, "MQMD");
        front(root, "Properties");
        // A header after the body is moved before it; headers keep their order.
        Element body = null;
        for (Element e = root.firstChild(); e != null; ) {
            Element next = e.next();
            boolean header = parsers.headerForDomain(e.name()).isPresent();
            if (header && body != null) {
                e.detach();
                body.addBefore(e);
            } else if (!header && !isService(e) && body == null) {
                body = e;
            }
            e = next;
        }
    }

    private static boolean isService(Element folder) {
        return folder.isNamed("Properties") || folder.isNamed("MQMD");
    }

    private static void front(Element root, String name) {
        Element folder = root.child(name);
        if (folder != null && folder != root.firstChild()) {
            folder.detach();
            root.addFirst(folder);
        }
    }
}
