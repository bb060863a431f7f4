package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.parser.Ccsid;

import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks of options that picocli does not support. All methods throw USAGE with the name of the
 * option.
 */
final class Usage {

    private static final int MAX_PORTS = 65_535;

    private Usage() {}

    static void atLeast(long least, String option, long value) {
        if (value < least) {
            throw wrong(option, "must be " + least + " or more (found " + value + ")");
        }
    }

    /** Checks that a CCSID is 0, which means the default, or the number of a known code page. */
    static void ccsid(int ccsid) {
        if (ccsid != 0 && !Ccsid.isKnown(ccsid)) {
            throw wrong(
                    "--ccsid",
                    "must be the number of a known code page, such as 37, 819 or 1208 (found "
                            + ccsid
                            + ")");
        }
    }

    static void port(String option, int value) {
        if (value < 0 || value > MAX_PORTS) {
            throw wrong(
                    option,
                    "must be a port, 0 (any free port) to " + MAX_PORTS + " (found " + value + ")");
        }
    }

    /** Returns the choice that matches a word. */
    static <T> T oneOf(String option, String found, T[] choices, Function<T, String> word) {
        for (T choice : choices) {
            if (word.apply(choice).equals(found)) {
                return choice;
            }
        }
        String words = Stream.of(choices).map(word).collect(Collectors.joining(", "));
        throw wrong(option, "must be one of " + words + " (found " + found + ")");
    }

    static void oneOf(String option, int found, int... choices) {
        if (IntStream.of(choices).noneMatch(c -> c == found)) {
            String numbers =
                    IntStream.of(choices)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(", "));
            throw wrong(option, "must be one of " + numbers + " (found " + found + ")");
        }
    }

    static MillraceException wrong(String option, String text) {
        return new MillraceException(ErrorCode.USAGE, option + " " + text);
    }
}
