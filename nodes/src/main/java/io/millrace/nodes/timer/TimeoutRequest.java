package io.millrace.nodes.timer;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;

/**
 * A timeout request in a message (IIB: "Sending timeout request messages").
 *
 * @param isSet whether the request sets a timer; otherwise it cancels one, and only the identifier
 *     is set
 * @param start time of the first event
 * @param interval seconds between two events
 * @param count number of events; {@link Timer#FOREVER} for no end
 */
record TimeoutRequest(
        boolean isSet,
        String identifier,
        Instant start,
        long interval,
        int count,
        boolean ignoreMissed,
        boolean allowOverwrite) {

    static final String FOLDER = "TimeoutRequest";
    static final String ACTION = "Action";
    static final String IDENTIFIER = "Identifier";
    static final String START_DATE = "StartDate";
    static final String START_TIME = "StartTime";
    static final String INTERVAL = "Interval";
    static final String COUNT = "Count";
    static final String IGNORE_MISSED = "IgnoreMissed";
    static final String ALLOW_OVERWRITE = "AllowOverwrite";
    static final String SET = "SET";

    private static final List<String> FIELDS =
            List.of(
                    ACTION,
                    IDENTIFIER,
                    START_DATE,
                    START_TIME,
                    INTERVAL,
                    COUNT,
                    IGNORE_MISSED,
                    ALLOW_OVERWRITE);

    private static final String CANCEL = "CANCEL";

    /**
     * Maximum time by which the start of a request can be in the past, for requests that were
     * delayed.
     */
    private static final Duration MAX_DELAY = Duration.ofMinutes(5);

    /** Ten years. */
    private static final long MAX_INTERVAL = 315_360_000;

    /**
     * Reads a request.
     *
     * @param location location of the folder, for errors
     * @throws MillraceException with TIMEOUT_REQUEST
     */
    static TimeoutRequest read(Element folder, String location, Clock clock) {
        Reader reader = new Reader(folder, location);
        reader.checkNames();
        String action = reader.required(ACTION, "SET or CANCEL").toUpperCase(Locale.ROOT);
        if (!action.equals(SET) && !action.equals(CANCEL)) {
            throw reader.wrong(ACTION, "SET or CANCEL");
        }
        String identifier = reader.required(IDENTIFIER, "a text that identifies the request");
        if (action.equals(CANCEL)) {
            return new TimeoutRequest(false, identifier, Instant.MIN, 0, 1, true, true);
        }
        Instant start = reader.start(clock);
        long interval = reader.number(INTERVAL, 0, "0 or more", 0, MAX_INTERVAL);
        long count = reader.number(COUNT, 1, "1 or more, or -1", -1, Integer.MAX_VALUE);
        if (count == 0) {
            throw reader.wrong(COUNT, "1 or more, or -1");
        }
        if (count != 1 && interval == 0) {
            throw reader.invalid("Interval must be 1 or more if Count is not 1 (found 0)");
        }
        return new TimeoutRequest(
                true,
                identifier,
                start,
                interval,
                (int) count,
                reader.flag(IGNORE_MISSED),
                reader.flag(ALLOW_OVERWRITE));
    }

    /** A reader of the fields of a request. */
    private record Reader(Element folder, String location) {

        /**
         * Rejects a field whose name is similar to the name of a missing field. Others are ignored.
         */
        void checkNames() {
            for (Element field = folder.firstChild(); field != null; field = field.next()) {
                if (!FIELDS.contains(field.name())) {
                    String nearest = Problems.nearest(field.name(), FIELDS);
                    if (nearest != null && folder.child(nearest) == null) {
                        throw invalid(
                                "unknown field %s; did you mean %s?"
                                        .formatted(field.name(), nearest));
                    }
                }
            }
        }

        /** Returns the value of a field as a string; empty if it has none. */
        String text(String name) {
            Element field = folder.child(name);
            Value value = field == null ? null : field.fieldValue();
            return value == null ? "" : value.text().strip();
        }

        String required(String name, String expected) {
            String text = text(name);
            if (text.isEmpty()) {
                throw wrong(name, expected);
            }
            return text;
        }

        Instant start(Clock clock) {
            ZonedDateTime now = clock.instant().atZone(clock.getZone());
            LocalDate date = now.toLocalDate();
            LocalTime time = now.toLocalTime();
            String dateText = text(START_DATE);
            if (!dateText.isEmpty() && !dateText.equalsIgnoreCase("TODAY")) {
                try {
                    date = LocalDate.parse(dateText);
                } catch (DateTimeParseException e) {
                    throw wrong(START_DATE, "TODAY or a date in the form yyyy-mm-dd");
                }
            }
            String timeText = text(START_TIME);
            if (!timeText.isEmpty() && !timeText.equalsIgnoreCase("NOW")) {
                try {
                    time = LocalTime.parse(timeText);
                } catch (DateTimeParseException e) {
                    throw wrong(START_TIME, "NOW or a time in the form hh:mm:ss");
                }
            }
            ZonedDateTime start = ZonedDateTime.of(date, time, clock.getZone());
            if (start.isBefore(now.minus(MAX_DELAY))) {
                throw invalid(
                        "StartDate and StartTime must not be more than 5 minutes in the past (found"
                                + " "
                                + start.toLocalDateTime()
                                + "; the time of the broker is "
                                + now.toLocalDateTime()
                                + ")");
            }
            return start.isBefore(now) ? now.toInstant() : start.toInstant();
        }

        long number(String name, long otherwise, String expected, long min, long max) {
            String text = text(name);
            if (text.isEmpty()) {
                return otherwise;
            }
            try {
                long number = Long.parseLong(text);
                if (number >= min && number <= max) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Reported below.
            }
            throw wrong(name, "an integer, " + expected);
        }

        /** Returns the value of a condition, which is TRUE by default. */
        boolean flag(String name) {
            String text = text(name);
            if (text.isEmpty() || text.equalsIgnoreCase("TRUE")) {
                return true;
            }
            if (text.equalsIgnoreCase("FALSE")) {
                return false;
            }
            throw wrong(name, "TRUE or FALSE");
        }

        MillraceException wrong(String name, String expected) {
            String text = text(name);
            return invalid(
                    name
                            + " must be "
                            + expected
                            + (text.isEmpty() ? " (found no value)" : " (found '" + text + "')"));
        }

        MillraceException invalid(String problem) {
            return new MillraceException(
                    ErrorCode.TIMEOUT_REQUEST,
                    "the timeout request at " + location + " is invalid: " + problem,
                    Insert.of(location));
        }
    }
}
