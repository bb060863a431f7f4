package io.millrace.engine.esql.plain;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.util.ArrayList;
import java.util.List;

/** An error of a program: what it is, and the lines of the statements it passed through. */
public final class PlainFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    final ErrorCode code;
    final int number;
    final transient List<String> inserts;

    /** From the innermost statement outwards, one for each active routine. */
    final transient List<Integer> lines = new ArrayList<>();

    /** Whether the routine that it is in has its line. */
    boolean isPlaced;

    private boolean isPassedOn;

    PlainFailure(ErrorCode code) {
        this(code, code.number(), List.of());
    }

    PlainFailure(ErrorCode code, int number, List<String> inserts) {
        super(null, null, false, false);
        this.code = code;
        this.number = number;
        this.inserts = inserts;
    }

    static PlainFailure of(MillraceException thrown) {
        return new PlainFailure(thrown.root().code());
    }

    /** The first statement of a routine that it passes is where it happened. */
    void passes(int line) {
        if (!isPlaced && !isPassedOn) {
            lines.add(line);
        }
        isPassedOn = false;
        isPlaced = true;
    }

    /** RESIGNAL throws it on as it was caught: handlers may take it, its line stays. */
    void again() {
        isPassedOn = true;
        isPlaced = false;
    }

    boolean isForHandlers() {
        return code != ErrorCode.ESQL_DEPTH && code != ErrorCode.ESQL_TIME;
    }

    String sqlState() {
        return switch (code) {
            case ESQL_USER -> inserts.size() > 1 ? inserts.get(1) : "U" + number;
            case ESQL_OVERFLOW -> "S22003";
            case ESQL_ARGUMENT_VALUE -> "S22011";
            case ESQL_DIVIDE_BY_ZERO -> "S22012";
            case ESQL_CAST -> "S22018";
            default -> "SHY000";
        };
    }

    /** Code, what was thrown, and where: outermost statement first. */
    @Override
    public String toString() {
        return code
                + (code == ErrorCode.ESQL_USER ? " " + number + inserts : "")
                + " at "
                + lines.reversed();
    }
}
