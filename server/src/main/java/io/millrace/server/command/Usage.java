package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

/** Checks of options that picocli cannot make; all throw USAGE, with the option's name. */
final class Usage {

    private static final int MOST_PORTS = 65_535;

    private Usage() {}

    static void atLeast(long least, String option, long value) {
        if (value < least) {
            throw wrong(option, "takes a number from " + least + " on, and here is " + value);
        }
    }

    static void port(String option, int value) {
        if (value < 0 || value > MOST_PORTS) {
            throw wrong(
                    option,
                    "takes a port from 0 (any free one) to "
                            + MOST_PORTS
                            + ", and here is "
                            + value);
        }
    }

    static MillraceException wrong(String option, String text) {
        return new MillraceException(ErrorCode.USAGE, option + " " + text);
    }
}
