package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.runtime.Outcome.Result;
import io.millrace.engine.work.UnitOfWork;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A log of messages that were not processed successfully. Each line contains the required action.
 */
final class MessageLog {

    private static final Logger LOG = EventLog.of("io.millrace.messages");

    private final String label;

    /**
     * Last line about a message that cannot be put on any queue. It prevents retries from repeating
     * the line.
     */
    private String stuck = "";

    /** Id of the message that was rolled back last, and the reason. */
    private String rolledBack = "";

    private String lastReason = "";

    MessageLog(String label) {
        this.label = label;
    }

    void committed(Outcome outcome, Delivery delivery) {
        stuck = "";
        MillraceException failure = outcome.failure();
        if (failure == null) {
            return;
        }
        Redelivery redelivery = delivery.redelivery();
        if (outcome.result() == Result.BACKED_OUT && redelivery != null) {
            LOG.error(
                    """
                    {} {}: {} was moved to {}; correct the cause and {}: {}\
                    """,
                    ErrorCode.BACKED_OUT.id(),
                    label,
                    named(delivery),
                    outcome.detail(),
                    redelivery.backoutAdvice(),
                    reason(failure, delivery));
        } else if (outcome.result() == Result.CAUGHT || outcome.result() == Result.FAILED) {
            handled(outcome.result(), reason(failure, delivery), delivery);
        }
    }

    /** Logs a message that a flow handled itself. */
    private void handled(Result result, String reason, Delivery delivery) {
        LOG.warn(
                "{} {}: {} was passed to the {} terminal: {}",
                ErrorCode.HANDLED.id(),
                label,
                named(delivery),
                result == Result.CAUGHT ? "catch" : "failure",
                reason);
    }

    /** Returns a failure in one line, with the previous error that rolled back the same message. */
    private String reason(MillraceException failure, Delivery delivery) {
        boolean again = failure.root().code() == ErrorCode.BACKED_OUT;
        return again && !rolledBack.isEmpty() && rolledBack.equals(delivery.id())
                ? failure.root().getMessage() + "; the last error was " + lastReason
                : describe(failure);
    }

    void undone(Outcome outcome, Delivery delivery) {
        if (outcome.failure() == null
                || outcome.result() != Result.LOST && isDown(outcome.failure())) {
            return;
        }
        String reason = describe(outcome.failure());
        if (outcome.result() == Result.RETURNED) {
            returned(reason);
            return;
        }
        if (outcome.result() == Result.LOST) {
            LOG.error(
                    """
                    {} {}: {} is lost: it was not in a unit of work (transactionMode) and \
                    no node caught the error: {}\
                    """,
                    ErrorCode.MESSAGE_LOST.id(),
                    label,
                    named(delivery),
                    reason);
            return;
        }
        Redelivery redelivery = delivery.redelivery();
        int count = redelivery == null ? 0 : redelivery.backoutCount();
        int threshold = redelivery == null ? 1 : InputRules.threshold(redelivery);
        if (threshold == Redelivery.NO_THRESHOLD && Integer.bitCount(count + 1) > 1) {
            return;
        }
        if (count >= threshold || isPassing(outcome.failure())) {
            if (reason.equals(stuck)) {
                return;
            }
            stuck = reason;
        }
        rolledBack = delivery.id();
        lastReason = reason;
        LOG.warn(
                "{} {}: {} was rolled back{}: {}",
                ErrorCode.RETRY.id(),
                label,
                named(delivery),
                attempt(count + 1, threshold, isPassing(outcome.failure())),
                reason);
    }

    private static String named(Delivery delivery) {
        if (delivery.called() != null) {
            return "the message of a call";
        }
        return delivery.id().isEmpty() ? "the message" : "message " + delivery.id();
    }

    /** Logs a failed call. */
    private void returned(String reason) {
        LOG.warn(
                "{} {}: the message of a call was rolled back and its caller received the error:"
                        + " {}",
                ErrorCode.CALL_FAILED.id(),
                label,
                reason);
    }

    private static String attempt(int number, int threshold, boolean passing) {
        if (passing) {
            return " and is retried";
        }
        if (threshold == Redelivery.NO_THRESHOLD) {
            return " and is retried until it succeeds (attempt %d failed)".formatted(number);
        }
        return number < threshold
                ? " and is retried (attempt %d of %d failed)".formatted(number, threshold)
                : number == threshold
                        ? " (attempt %d of %d failed)".formatted(number, threshold)
                        : " again (attempt %d failed, backoutThreshold %d)"
                                .formatted(number, threshold);
    }

    /**
     * Whether a store or database cannot be reached or used. The thread logs this once and
     * reconnects.
     */
    static boolean isDown(MillraceException failure) {
        for (Throwable t = failure; t instanceof MillraceException e; t = e.getCause()) {
            if (e.code() == ErrorCode.QUEUE_STORE_DOWN
                    || e.code() == ErrorCode.STORE_NOT_WRITABLE
                    || e.code() == ErrorCode.DATABASE_DOWN
                    || e.code() == ErrorCode.COORDINATION_REFUSED) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a message failed for a temporary reason that is independent of the message. It is
     * then retried until it succeeds, and its backout count is not incremented.
     */
    static boolean isPassing(MillraceException failure) {
        return UnitOfWork.isPassing(failure);
    }

    /**
     * Logs the rollback of a unit with several messages. The messages are then processed one by one
     * to find the one that fails.
     */
    void separate(Outcome outcome, int messages) {
        LOG.debug(
                """
                {}: a unit of {} messages was rolled back and its messages are processed one by \
                one: {}\
                """,
                label,
                messages,
                outcome);
    }

    /**
     * Returns an exception in one line: the node, and the root cause with its code and position.
     */
    static String describe(MillraceException failure) {
        MillraceException root = failure.root();
        StringBuilder out = new StringBuilder(root.code().id());
        if (failure.node() != null) {
            out.append(" in ").append(failure.node());
        }
        Place place = innermostPlace(failure);
        if (place != null) {
            out.append(" at ").append(place);
        }
        return out.append(": ").append(root.getMessage()).toString();
    }

    /**
     * Returns the innermost position. Only the outer exception contains the position of an ESQL
     * statement.
     */
    private static @Nullable Place innermostPlace(MillraceException failure) {
        Place place = null;
        for (Throwable t = failure; t instanceof MillraceException e; t = e.getCause()) {
            place = e.place() == null ? place : e.place();
        }
        return place;
    }
}
