package io.millrace.parsers.validation;

import static io.millrace.parsers.validation.ValueComparison.UNORDERED;

import java.util.Optional;

import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;

/**
 * Comparison of xs:duration values (XML Schema part 2, 3.2.6.2). The order is partial: a month is
 * neither shorter nor longer than thirty days.
 */
final class Durations {

    private static final DatatypeFactory FACTORY = DatatypeFactory.newDefaultInstance();

    /** Maximum length of strings that are compared. */
    private static final int MAX_LENGTH = 100;

    private Durations() {}

    static boolean isDuration(String text) {
        return read(text).isPresent();
    }

    /**
     * Returns a negative number, zero or a positive number, or {@link ValueComparison#UNORDERED} if
     * the order is undefined.
     */
    static int compare(String a, String b) {
        Optional<Duration> x = read(a);
        Optional<Duration> y = read(b);
        if (x.isEmpty() || y.isEmpty()) {
            return UNORDERED;
        }
        try {
            int order = x.get().compare(y.get());
            return order == DatatypeConstants.INDETERMINATE ? UNORDERED : order;
        } catch (UnsupportedOperationException e) {
            // The fields of the duration are larger than the range of the calendar.
            return UNORDERED;
        }
    }

    private static Optional<Duration> read(String text) {
        try {
            return text.length() > MAX_LENGTH
                    ? Optional.empty()
                    : Optional.of(FACTORY.newDuration(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
