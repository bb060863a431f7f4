package io.millrace.parsers.mrm.tds.write;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.layout.TdsLayout;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.scan.TdsContent;
import io.millrace.parsers.mrm.tds.standards.Delimiters;
import io.millrace.parsers.mrm.tds.standards.ServiceReader;

/**
 * The delimiters of a written tree: if its beginning is unchanged, the delimiters of the message
 * from which it was parsed; otherwise the delimiters in its service string or, without one, of the
 * standard.
 */
public final class MessageDelimiters {

    private MessageDelimiters() {}

    /**
     * @param from message from which the tree was parsed; null if there is none
     */
    public static Delimiters of(Element body, TdsLayout layout, TdsContent from) {
        Element first = body.firstChild();
        boolean begins = first != null && first.content() == body.content();
        if (from != null && begins) {
            return from.syntaxAt(first).delimiters();
        }
        String lineEnd = from == null ? "" : from.syntax().delimiters().lineEnd();
        Delimiters specified =
                layout.specifiesDelimiters() ? findDelimiters(body, layout.root(), 0) : null;
        return specified == null
                ? new Delimiters(java.util.Map.of(), lineEnd)
                : new Delimiters(specified.specified(), lineEnd);
    }

    /**
     * Returns the delimiters of an interchange within a message, which its first element specifies.
     *
     * @return null if the element specifies no delimiters
     */
    static Delimiters of(Element head, Slot slot, Syntax around) {
        if (head.content() instanceof TdsContent own
                && own.syntax().layout() == around.layout()
                && TdsContent.slot(head) != null) {
            return own.syntaxAt(head).delimiters();
        }
        Delimiters specified =
                slot instanceof ValueSlot value
                        ? value.service() == null ? null : read(value, head.value())
                        : findDelimiters(head, slot.inner(), 1);
        return specified == null
                ? null
                : new Delimiters(specified.specified(), around.delimiters().lineEnd());
    }

    /**
     * Returns the delimiters that a service string in the tree specifies; null if the tree has no
     * service string.
     */
    private static Delimiters findDelimiters(Element folder, Layout layout, int depth) {
        for (Slot slot : layout.slots()) {
            Element child =
                    slot instanceof GroupSlot
                            ? folder
                            : folder.child(slot.namespace(), slot.name());
            if (child == null) {
                continue;
            }
            Delimiters found = null;
            if (slot instanceof ValueSlot value && value.service() != null) {
                found = read(value, child.value());
            } else if (slot.inner() != null && depth < 2) {
                found = findDelimiters(child, slot.inner(), depth + 1);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static Delimiters read(ValueSlot slot, Value value) {
        String text = value == null ? "" : value.text();
        return switch (slot.service()) {
            case EDIFACT -> text.length() == 6 ? ServiceReader.una(text, "") : null;
            case X12 -> text.isEmpty() ? null : ServiceReader.isa(text);
            case HL7 -> text.length() < 2 ? null : ServiceReader.msh(text);
        };
    }
}
