package io.millrace.engine.parser;

import io.millrace.engine.message.Element;

/** When a body is parsed (the input nodes' property {@code parseTiming}). */
public enum ParseTiming {
    /** Each part when it is first touched. */
    ON_DEMAND,
    /**
     * As on demand, but the whole body is parsed in the input node, so that damage takes its
     * failure path.
     */
    IMMEDIATE,
    /** As immediate; a parser that validates does that too. */
    COMPLETE;

    /**
     * Gives back a body's folder in which everything was found that is to be found at once: with
     * {@link #ON_DEMAND} nothing, else all types, values and children, so that damage is reported
     * now.
     *
     * @param folder as a {@link Parser} made it of the bytes
     * @throws io.millrace.engine.error.MillraceException for damaged bytes
     */
    public Element read(Element folder) {
        Element e = this == ON_DEMAND ? null : folder;
        while (e != null) {
            e.type();
            e.value();
            Element down = e.firstChild();
            while (down == null && e != folder && (down = e.next()) == null) {
                e = e.parent();
            }
            e = down;
        }
        return folder;
    }
}
