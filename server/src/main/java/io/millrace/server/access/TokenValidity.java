package io.millrace.server.access;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time for which a new token is valid.
 *
 * @param duration null for no limit
 */
public record TokenValidity(Duration duration) {

    /** Validity of tokens for which none is specified. */
    public static final String STANDARD = "90d";

    private static final Duration MAX = Duration.ofDays(3_650);

    /**
     * Reads a validity.
     *
     * @param text number with {@code m}, {@code h} or {@code d}, or {@code never}; null for the
     *     standard
     * @throws MillraceException with REQUEST_INVALID
     */
    public static TokenValidity of(String text) {
        String given = text == null ? STANDARD : text;
        if (given.equals("never")) {
            return new TokenValidity(null);
        }
        if (given.matches("[1-9][0-9]{0,6}[mhd]")) {
            long number = Long.parseLong(given.substring(0, given.length() - 1));
            Duration duration =
                    switch (given.charAt(given.length() - 1)) {
                        case 'm' -> Duration.ofMinutes(number);
                        case 'h' -> Duration.ofHours(number);
                        default -> Duration.ofDays(number);
                    };
            if (duration.compareTo(MAX) <= 0) {
                return new TokenValidity(duration);
            }
        }
        throw new MillraceException(
                ErrorCode.REQUEST_INVALID,
                """
                expires must be a number with m, h or d, for example 30d, of at most %d days, or \
                never (found %s)\
                """
                        .formatted(MAX.toDays(), given));
    }

    /** Returns the end of a token that is created now. */
    Optional<Instant> end(Instant now) {
        return Optional.ofNullable(duration).map(now::plus);
    }
}
