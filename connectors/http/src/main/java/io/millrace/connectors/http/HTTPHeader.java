package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;

import java.util.ArrayList;
import java.util.List;

/** A node that changes a folder of HTTP headers (IIB: "HTTPHeader node"). */
public final class HTTPHeader extends DescribedNode {

    private static final String FOLDERS =
            "HTTPInputHeader|HTTPRequestHeader|HTTPResponseHeader|HTTPReplyHeader";

    public HTTPHeader() {
        super(
                """
                HTTPHeader, HTTP, none
                Changes one folder of HTTP headers: copies fields from another folder, removes
                fields and sets fields, in this order, and propagates the message.

                in: Input message.
                out failure
                out out: The message with the changed folder.
                header [required %1$s]: Folder that is changed. It is created if it is missing.
                copyFrom [none|%1$s = none]: Folder whose fields replace all fields of the changed
                  folder.
                remove [LIST]: Names of headers that are removed. `*` removes all.
                set [LIST]: Headers that are set, each as `Name: value`.
                """
                        .formatted(FOLDERS));
    }

    private record Header(String name, String value) {}

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < node.list("set").size(); i++) {
            String text = node.list("set").get(i);
            int colon = text.indexOf(':');
            if (colon < 1) {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                node.place("set", i),
                                "a header must have the form Name: value (found " + text + ")",
                                "write it in quotation marks");
                return null;
            }
            headers.add(
                    new Header(
                            text.substring(0, colon).strip(), text.substring(colon + 1).strip()));
        }
        Change change =
                new Change(
                        node.text("header"), node.text("copyFrom"), node.list("remove"), headers);
        return NodePlan.inUnit(c -> node(change, c.terminal("out")));
    }

    private static Node node(Change change, Terminal out) {
        return (terminal, message) -> out.propagate(change.of(message));
    }

    /** The change of a folder. */
    private record Change(
            String folder, String copyFrom, List<String> remove, List<Header> headers) {

        MessageAssembly of(MessageAssembly message) {
            Element root = message.root().copy();
            Element changed = root.child(folder);
            Element source = root.child(copyFrom);
            if (changed == null) {
                changed = Element.of(ElementType.NAME, folder).domain(folder);
                insert(root, changed);
            }
            if (source != null && source != changed) {
                changed.clear();
                for (Element e = source.firstChild(); e != null; e = e.next()) {
                    changed.addLast(e.deepCopy());
                }
            }
            if (remove.contains("*")) {
                changed.clear();
            }
            for (String name : remove) {
                remove(changed, name);
            }
            for (Header header : headers) {
                remove(changed, header.name());
                changed.add(header.name(), header.value());
            }
            return message.withRoot(root);
        }

        /** Inserts a folder before the body. */
        private static void insert(Element root, Element folder) {
            Element body = root.lastChild();
            if (body == null || !WrittenBody.isBody(body)) {
                root.addLast(folder);
            } else {
                body.addBefore(folder);
            }
        }

        private static void remove(Element folder, String name) {
            Element field = folder.firstChild();
            while (field != null) {
                Element next = field.next();
                if (field.name().equalsIgnoreCase(name)) {
                    field.remove();
                }
                field = next;
            }
        }
    }
}
