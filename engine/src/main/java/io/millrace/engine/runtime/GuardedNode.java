package io.millrace.engine.runtime;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.SensitiveFields;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.node.ExceptionList;
import io.millrace.engine.node.Node;
import io.millrace.engine.observe.FlowObserver;

import org.jspecify.annotations.Nullable;

/**
 * A node with error handling. Errors of the node itself are passed to the failure terminal, or
 * upstream if that terminal is not connected. Errors of downstream nodes are passed upstream (WMQI:
 * "Using the failure terminal").
 */
final class GuardedNode {

    /**
     * Number of nodes that must return before an exhausted stack is used to create an exception.
     */
    private static final int ROOM_TO_RECOVER = 100;

    private final MessagePass pass;
    private final CompiledNode compiled;
    private final String label;
    private final String[] inputs;
    private final SensitiveFields sensitive;

    /** Failure terminal; null for types without a failure terminal. */
    private @Nullable Wire failure;

    // Set when all wires exist, before the first message.
    @SuppressWarnings("NullAway.Init")
    private Node node;

    GuardedNode(MessagePass pass, CompiledNode compiled, SensitiveFields sensitive) {
        this.pass = pass;
        this.compiled = compiled;
        this.sensitive = sensitive;
        this.label = compiled.definition().label();
        this.inputs =
                compiled.type().description().inputs().stream()
                        .map(t -> t.name())
                        .toArray(String[]::new);
    }

    void node(Node value, @Nullable Wire failureWire) {
        node = value;
        failure = failureWire;
    }

    Node node() {
        return node;
    }

    CompiledNode compiled() {
        return compiled;
    }

    void enter(int input, MessageAssembly message) {
        Throwable thrown;
        descend();
        try {
            node.evaluate(input, message);
            return;
        } catch (DownstreamException passing) {
            throw passing.through(label);
        } catch (Throwable own) {
            thrown = own;
        } finally {
            pass.depth--;
        }
        fail(own(thrown, message), message);
    }

    void enterObserved(int input, MessageAssembly message, FlowObserver observer) {
        String terminal = input < inputs.length ? inputs[input] : "";
        descend();
        observer.entered(label, terminal, message);
        long before = pass.after;
        pass.after = 0;
        long start = System.nanoTime();
        Throwable thrown = null;
        try {
            node.evaluate(input, message);
        } catch (Throwable any) {
            thrown = any;
        }
        pass.depth--;
        long elapsed = System.nanoTime() - start;
        long alone = elapsed - pass.after;
        pass.after = before + elapsed;
        if (thrown instanceof DownstreamException passing) {
            observer.left(label, alone, null);
            throw passing.through(label);
        }
        if (thrown == null) {
            observer.left(label, alone, null);
            return;
        }
        MillraceException own = own(thrown, message);
        observer.left(label, alone, own);
        fail(own, message);
    }

    private void descend() {
        if (pass.depth >= pass.limit) {
            String text =
                    "the message is within "
                            + pass.depth
                            + """
                             nodes, which is the limit; check for connections or labels \
                            that form a loop\
                            """;
            throw new DownstreamException(
                    wrap(new MillraceException(ErrorCode.PROPAGATION_DEPTH, text)));
        }
        pass.depth++;
    }

    private void fail(MillraceException own, MessageAssembly message) {
        if (failure == null || !failure.isWired()) {
            throw new DownstreamException(own);
        }
        try {
            failure.propagate(message.withExceptionList(ExceptionList.of(own)));
        } catch (DownstreamException passing) {
            throw passing.through(label);
        }
    }

    /**
     * Returns the error of the node itself, without values of sensitive fields. A stack overflow is
     * thrown again until enough stack is free.
     */
    private MillraceException own(Throwable thrown, MessageAssembly message) {
        if (thrown instanceof StackOverflowError overflow) {
            if (pass.overflow == 0) {
                pass.overflow = pass.depth;
            }
            if (pass.depth > Math.max(0, pass.overflow - ROOM_TO_RECOVER)) {
                throw overflow;
            }
            pass.overflow = 0;
        }
        MillraceException known = MillraceException.from(thrown);
        return wrap(
                sensitive.isEmpty() ? known : SensitiveValues.of(sensitive, message).mask(known));
    }

    private MillraceException wrap(MillraceException cause) {
        return MillraceException.of(
                        ErrorCode.NODE_EXCEPTION,
                        "node " + label + " failed: " + cause.getMessage())
                .node(compiled.typeLabel(), label, compiled.name())
                .cause(cause)
                .build();
    }
}
