package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import java.util.regex.Pattern;

/** The rule for the names of queues in flows, files and commands. It is the rule of MQ. */
public final class QueueName {

    public static final int MAX_LENGTH = 48;

    /** Rule, as the end of a sentence. */
    public static final String RULE =
            "must have 1 to " + MAX_LENGTH + " of the characters A-Z a-z 0-9 . / _ %";

    private static final String OTHER_CHARACTERS = "./_%";
    private static final Pattern OWN = Pattern.compile("SYSTEM\\.RECEIVED\\.[A-Za-z0-9./_%-]+");

    private QueueName() {}

    public static boolean isValid(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_LENGTH
                && name.chars().allMatch(QueueName::isAllowed);
    }

    private static boolean isAllowed(int c) {
        return c >= 'A' && c <= 'Z'
                || c >= 'a' && c <= 'z'
                || c >= '0' && c <= '9'
                || OTHER_CHARACTERS.indexOf(c) >= 0;
    }

    /** Describes the error in an invalid name. */
    public static String describe(String name) {
        String found =
                name.length() > MAX_LENGTH
                        ? name.length() + " characters"
                        : name.codePoints()
                                .filter(c -> !isAllowed(c))
                                .mapToObj(QueueName::quoted)
                                .findFirst()
                                .orElse("nothing");
        return "the name of a queue " + RULE + " (found " + found + ")";
    }

    private static String quoted(int c) {
        return c > ' ' && c < 127 ? Character.toString(c) : "U+%04X".formatted(c);
    }

    /**
     * Checks the name of a queue to be created. Internal queues of Millrace can have longer names.
     *
     * @throws MillraceException with BAD_VALUE for an invalid name
     */
    public static void check(String name) {
        if (!isValid(name) && !OWN.matcher(name).matches()) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE, "'" + name + "': " + describe(name), Insert.of(name));
        }
    }
}
