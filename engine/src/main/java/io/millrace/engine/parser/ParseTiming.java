package io.millrace.engine.parser;

import io.millrace.engine.message.Element;

/** Time at which a body is parsed (property {@code parseTiming} of input nodes). */
public enum ParseTiming {
    /** Each part is parsed when it is first accessed. */
    ON_DEMAND,
    /**
     * The complete body is parsed in the input node, so that parse errors take the failure path of
     * this node.
     */
    IMMEDIATE,
    /** Like IMMEDIATE; a validating parser also validates in the input node. */
    COMPLETE;

    /**
     * Returns the folder of a body after parsing as far as the timing requires: with {@link
     * #ON_DEMAND} nothing; otherwise all types, values and children, so that errors are reported
     * immediately.
     *
     * @param folder folder returned by a {@link Parser}
     * @throws io.millrace.engine.error.MillraceException for damaged bytes
     */
    public Element read(Element folder) {
        Element e = this == ON_DEMAND ? null : folder;
        while (e != null) {
            e.type();
            e.value();
            Element down = e.firstChild();
            while (down == null && e != null && e != folder && (down = e.next()) == null) {
                e = e.parent();
            }
            e = down;
        }
        return folder;
    }
}
