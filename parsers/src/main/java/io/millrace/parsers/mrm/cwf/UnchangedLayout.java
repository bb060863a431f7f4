package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.CwfContent.STATE;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;
import io.millrace.parsers.record.Wire;

/**
 * A detector of messages in which only values of fixed length were changed. All other elements have
 * the same position as in the received bytes.
 */
record UnchangedLayout(CwfContent content) {

    /**
     * Returns the content from which a message was parsed.
     *
     * @return null if other parts were changed, or the message must be written with another layout
     *     or wire format
     */
    static CwfContent content(Element message, CwfLayout layout, Wire wire, Limits limits) {
        boolean same =
                message.content() instanceof CwfContent content
                        && content.layout == layout
                        && content.wire().equals(wire)
                        && content.measure.length <= limits.messageBytes();
        if (!same || !(STATE.context(message) instanceof RecordFrame frame) || frame.slot != null) {
            return null;
        }
        CwfContent content = (CwfContent) message.content();
        RecordReader measure = content.measure;
        boolean unmoved =
                new UnchangedLayout(content).isUnchanged(message, frame)
                        && frame.begin(layout.root().count(), measure) == measure.length;
        return unmoved ? content : null;
    }

    /**
     * Whether all children of a folder are still at their positions in the received bytes, so that
     * they can be written there.
     */
    private boolean isUnchanged(Element folder, RecordFrame frame) {
        if (folder.content() != content || !STATE.isOnItsOwn(folder)) {
            return false;
        }
        // While the folder is incomplete, no child was added, moved or removed.
        boolean complete = folder.isComplete();
        int at = frame.start;
        for (Element c = STATE.firstKnown(folder); c != null; c = STATE.nextKnown(c)) {
            if (complete && (c.content() != content || STATE.start(c) != at) || !keepsItsPlace(c)) {
                return false;
            }
            at = complete ? c.close() : at;
        }
        for (Element c = STATE.firstOutOfOrder(folder); c != null; c = STATE.nextKnown(c)) {
            if (!keepsItsPlace(c)) {
                return false;
            }
        }
        return !complete || at == frame.begin(frame.layout.count(), content.measure);
    }

    private boolean keepsItsPlace(Element child) {
        if (child.isClean()) {
            return true;
        }
        if (child.content() != content) {
            return false;
        }
        boolean fits =
                switch (STATE.context(child)) {
                    case ValueSlot value -> value.size >= 0 && value.reference < 0;
                    case RecordFrame frame ->
                            !frame.slot.isReferredTo
                                    && !frame.slot.refersOut
                                    && isUnchanged(child, frame);
                    default -> false;
                };
        if (!fits) {
            return false;
        }
        Slot slot = CwfContent.slot(child);
        return slot.choice == null && child.isNamed(slot.namespace, slot.name);
    }
}
