package io.millrace.engine.parser;

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
    COMPLETE
}
