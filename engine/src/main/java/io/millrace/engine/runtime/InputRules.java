package io.millrace.engine.runtime;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.message.SensitiveFields;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.ExceptionList;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.runtime.Outcome.Result;

import org.jspecify.annotations.Nullable;

/**
 * Error handling for a received message: propagation along the paths of its input node according to
 * the error rules (WMQI: "Handling errors in the MQInput node"). Does not end the unit of work; the
 * outcome determines how it must end.
 */
final class InputRules {

    private static final String OUT = "out";

    private final Wiring wiring;
    private final Wire out;
    private final Wire failure;
    private final Wire caught;
    private final String label;
    private final String name;
    private final String typeLabel;
    private final MessageMemory memory;
    private final BrokerServices services;
    private final SensitiveFields sensitive;

    /** Trees of the current message, if there are sensitive fields. */
    private @Nullable MessageAssembly current;

    InputRules(Wiring wiring) {
        this.wiring = wiring;
        CompiledNode input = wiring.inputNode();
        out = wiring.wire(input.name(), OUT);
        failure = wiring.wire(input.name(), "failure");
        caught = wiring.wire(input.name(), "catch");
        label = input.definition().label();
        name = input.name();
        typeLabel = input.typeLabel();
        memory = wiring.pass().memory;
        services = wiring.resources().services();
        sensitive = services.assembler().parsers().sensitiveFields();
    }

    /** Returns an exception outside nodes without values of sensitive fields. */
    MillraceException masked(MillraceException exception) {
        if (sensitive.isEmpty()) {
            return exception;
        }
        SensitiveValues values = new SensitiveValues(sensitive);
        if (current != null) {
            values.add(current);
        }
        return values.mask(exception);
    }

    /** Ends the unit of the current message. */
    void ended() {
        current = null;
    }

    Outcome process(Delivery delivery) {
        Redelivery redelivery = delivery.redelivery();
        if (redelivery != null && redelivery.backoutCount() >= threshold(redelivery)) {
            return afterTooManyBackouts(delivery, redelivery);
        }
        current = null;
        MessageAssembly message;
        try {
            message = delivery.assemble();
            memory.trees(message::forEachTree);
        } catch (RuntimeException | Error own) {
            return afterOwnError(delivery, masked(MillraceException.from(own)));
        }
        current = sensitive.isEmpty() ? null : message;
        try {
            first(delivery).propagate(message);
            return Outcome.DONE;
        } catch (RuntimeException | Error thrown) {
            return afterOutPath(delivery, message, thrown);
        }
    }

    /** Returns the terminal to which a received message is propagated. */
    private Wire first(Delivery delivery) {
        String terminal = delivery.terminal();
        return terminal.equals(OUT) ? out : wiring.wire(wiring.inputNode().name(), terminal);
    }

    private Outcome afterTooManyBackouts(Delivery delivery, Redelivery redelivery) {
        int count = redelivery.backoutCount();
        int threshold = threshold(redelivery);
        MillraceException reason =
                new MillraceException(
                        ErrorCode.BACKED_OUT,
                        "the message was backed out "
                                + count
                                + (count == 1 ? " time" : " times")
                                + "; the threshold is "
                                + threshold);
        if (failure.isWired() && count < 2L * threshold) {
            return takeFailurePath(delivery, readable(delivery), reason);
        }
        return moveAway(delivery, redelivery, reason);
    }

    private Outcome afterOwnError(Delivery delivery, MillraceException error) {
        if (failure.isWired()) {
            return takeFailurePath(delivery, delivery.assembleRaw(), error);
        }
        Redelivery redelivery = delivery.redelivery();
        return redelivery == null ? end(delivery, error) : moveAway(delivery, redelivery, error);
    }

    private static MessageAssembly readable(Delivery delivery) {
        try {
            return delivery.assemble();
        } catch (RuntimeException | Error damaged) {
            return delivery.assembleRaw();
        }
    }

    private Outcome takeFailurePath(
            Delivery delivery, MessageAssembly message, MillraceException reason) {
        boolean nested = reason.code() != ErrorCode.BACKED_OUT;
        MillraceException own =
                MillraceException.of(
                                nested ? ErrorCode.NODE_EXCEPTION : reason.code(),
                                nested
                                        ? "node " + label + " failed: " + reason.getMessage()
                                        : reason.getMessage())
                        .node(typeLabel, label, name)
                        .cause(nested ? reason : null)
                        .build();
        try {
            failure.propagate(message.withExceptionList(ExceptionList.of(own)));
            return Outcome.of(Result.FAILED, own);
        } catch (RuntimeException | Error thrown) {
            return undo(delivery, thrown);
        }
    }

    private Outcome afterOutPath(Delivery delivery, MessageAssembly before, Throwable outPath) {
        if (!caught.isWired()) {
            return undo(delivery, outPath);
        }
        MillraceException error = error(outPath);
        try {
            // The out path can have changed the trees through references: the message is parsed
            // again from its bytes.
            MessageAssembly asReceived = delivery.assemble();
            caught.propagate(
                    new MessageAssembly(
                            asReceived.root(),
                            asReceived.localEnvironment(),
                            before.environment(),
                            ExceptionList.of(error)));
            return Outcome.of(Result.CAUGHT, error);
        } catch (RuntimeException | Error thrown) {
            return undo(delivery, thrown);
        }
    }

    private Outcome moveAway(Delivery delivery, Redelivery redelivery, MillraceException reason) {
        try {
            FailureReport report =
                    services.failures()
                            .report(
                                    delivery,
                                    wiring.flow().name(),
                                    label,
                                    reason,
                                    !sensitive.isEmpty(),
                                    services.clock());
            return new Outcome(Result.BACKED_OUT, reason, redelivery.backOut(reason, report));
        } catch (RuntimeException nowhere) {
            MillraceException cause = MillraceException.from(nowhere);
            String text =
                    "the message cannot be put on a backout queue or to the dead-letter queue ("
                            + cause.getMessage()
                            + ") and remains on its queue; it must be removed because: "
                            + reason.getMessage();
            return Outcome.of(Result.ROLLED_BACK, new MillraceException(cause.code(), text, cause));
        }
    }

    private Outcome undo(Delivery delivery, Throwable thrown) {
        if (delivery.redelivery() == null) {
            return end(delivery, error(thrown));
        }
        services.failures().add(delivery, label, thrown, services.clock());
        return Outcome.of(Result.ROLLED_BACK, error(thrown));
    }

    /** Ends a message that failed and is not delivered again. */
    private static Outcome end(Delivery delivery, MillraceException error) {
        return Outcome.of(endOf(delivery), error);
    }

    /** Returns the result of a message that failed and is not delivered again. */
    static Result endOf(Delivery delivery) {
        return delivery.called() == null ? Result.LOST : Result.RETURNED;
    }

    /**
     * Returns the backout threshold of a message, at least 1. An input node of an extension can
     * return 0.
     */
    static int threshold(Redelivery redelivery) {
        return Math.max(1, redelivery.backoutThreshold());
    }

    private static MillraceException error(Throwable thrown) {
        return thrown instanceof DownstreamException downstream
                ? downstream.exception()
                : MillraceException.from(thrown);
    }
}
