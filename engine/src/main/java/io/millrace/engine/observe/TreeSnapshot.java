package io.millrace.engine.observe;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

/**
 * A copier of trees whose bodies can be damaged: an observer must not fail if the flow itself would
 * continue.
 */
final class TreeSnapshot {

    private TreeSnapshot() {}

    static Element of(Element tree) {
        try {
            return tree.deepCopy();
        } catch (MillraceException damaged) {
            Element top =
                    Element.of(tree.type(), tree.namespace(), tree.name(), null)
                            .domain(tree.domain());
            for (Element c = tree.firstChild(); c != null; c = c.next()) {
                top.addLast(child(c));
            }
            return top;
        }
    }

    private static Element child(Element child) {
        try {
            return child.deepCopy();
        } catch (MillraceException damaged) {
            return Element.of(
                    ElementType.NAME_VALUE,
                    child.name(),
                    Value.of("(cannot be parsed: " + damaged.getMessage() + ")"));
        }
    }
}
