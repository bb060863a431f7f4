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

    /** Prefix of the queues with the state of nodes. Flows and commands cannot use these queues. */
    public static final String STATE_PREFIX = "SYSTEM.STATE.";

    private static final Pattern STATE =
            Pattern.compile(Pattern.quote(STATE_PREFIX) + "[A-Za-z0-9./_%-]+");

    private QueueName() {}

    public static boolean isValid(String name) {
        return !name.isEmpty()
                && !isState(name)
                && name.length() <= MAX_LENGTH
                && name.chars().allMatch(QueueName::isAllowed);
    }

    private static boolean isAllowed(int c) {
        return c >= 'A' && c <= 'Z'
                || c >= 'a' && c <= 'z'
                || c >= '0' && c <= '9'
                || OTHER_CHARACTERS.indexOf(c) >= 0;
    }

    /** Whether a queue with this name contains the state of a node. */
    public static boolean isState(String name) {
        return name.startsWith(STATE_PREFIX);
    }

    /**
     * Checks that a flow, program or command can use a queue.
     *
     * @throws MillraceException with QUEUE_NOT_AUTHORIZED for the queue of a state
     */
    public static void checkUsable(String name) {
        if (isState(name)) {
            throw new MillraceException(
                    ErrorCode.QUEUE_NOT_AUTHORIZED,
                    "queue " + name + " cannot be used: it contains the state of a node",
                    Insert.of(name));
        }
    }

    /** Describes the error in an invalid name. */
    public static String describe(String name) {
        if (isState(name)) {
            return "the name of a queue must not begin with "
                    + STATE_PREFIX
                    + ", the prefix of the queues with the state of nodes (found "
                    + name
                    + ")";
        }
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
        if (c == ' ') {
            return "a space";
        }
        return c > ' ' && c < 127 ? Character.toString(c) : "U+%04X".formatted(c);
    }

    /**
     * Checks the name of a queue to be created. Internal queues of Millrace can have longer names.
     *
     * @throws MillraceException with BAD_VALUE for an invalid name
     */
    public static void check(String name) {
        if (!isValid(name) && !STATE.matcher(name).matches()) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE, "'" + name + "': " + describe(name), Insert.of(name));
        }
    }
}
