package io.millrace.engine.esql.plain;

/** A program does more than a test has time for. */
public final class PlainTooMuch extends RuntimeException {

    private static final long serialVersionUID = 1;

    PlainTooMuch() {
        super(null, null, false, false);
    }
}
