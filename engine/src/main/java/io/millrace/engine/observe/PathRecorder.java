package io.millrace.engine.observe;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A recorder of the path of messages through a flow, for inspection and tests. The recorder is
 * called on the thread of the message. The result can be read after the message has ended.
 */
public final class PathRecorder implements FlowObserver {

    /** Kind of step. */
    public enum Kind {
        BEGAN,
        ENTERED,
        PROPAGATED,
        /** The node itself failed. */
        FAILED,
        NOTE,
        COMMITTED,
        ROLLED_BACK
    }

    /**
     * A step of the path.
     *
     * @param node name of the node: {@code flow.node}
     * @param terminal terminal of ENTERED and PROPAGATED; otherwise empty
     * @param text text of a NOTE or FAILED; {@code not wired} for PROPAGATED to an unconnected
     *     terminal
     * @param trees trees of the step if they are kept; otherwise null
     */
    public record Step(
            Kind kind, String node, String terminal, String text, @Nullable MessageAssembly trees) {
        @Override
        public String toString() {
            String at = terminal.isEmpty() ? node : node + "." + terminal;
            return kind + " " + at + (text.isEmpty() ? "" : ": " + text);
        }
    }

    private final boolean keepTrees;
    private final List<Step> steps = new ArrayList<>();
    private final List<MillraceException> failures = new ArrayList<>();
    private BiConsumer<Step, @Nullable MessageAssembly> listener = (step, live) -> {};

    /**
     * @param keepTrees whether to keep deep copies of all trees at each step, which parses complete
     *     messages
     */
    public PathRecorder(boolean keepTrees) {
        this.keepTrees = keepTrees;
    }

    /**
     * Sets a listener for each step. The listener receives the current trees (null if the step has
     * no trees) and must not keep them.
     */
    public PathRecorder listener(BiConsumer<Step, @Nullable MessageAssembly> value) {
        listener = value;
        return this;
    }

    public List<Step> steps() {
        return List.copyOf(steps);
    }

    /** Returns the nodes that were entered, in order, beginning with the input node. */
    public List<String> nodes() {
        return steps.stream()
                .filter(s -> s.kind == Kind.BEGAN || s.kind == Kind.ENTERED)
                .map(Step::node)
                .toList();
    }

    /**
     * Returns the errors of the nodes themselves, including errors that were passed to a failure
     * terminal or a handler.
     */
    public List<MillraceException> failures() {
        return List.copyOf(failures);
    }

    @Override
    public void began(String inputNode, int bytes) {
        add(Kind.BEGAN, inputNode, "", "", null);
    }

    @Override
    public void entered(String node, String terminal, MessageAssembly message) {
        add(Kind.ENTERED, node, terminal, "", message);
    }

    @Override
    public void left(String node, long nanos, @Nullable MillraceException thrown) {
        if (thrown != null) {
            failures.add(thrown);
            add(Kind.FAILED, node, "", thrown.root().getMessage(), null);
        }
    }

    @Override
    public void propagated(String node, String terminal, boolean wired, MessageAssembly message) {
        add(Kind.PROPAGATED, node, terminal, wired ? "" : "not wired", message);
    }

    @Override
    public void ended(String inputNode, boolean committed, @Nullable MillraceException failure) {
        String text = failure == null ? "" : failure.root().getMessage();
        add(committed ? Kind.COMMITTED : Kind.ROLLED_BACK, inputNode, "", text, null);
    }

    @Override
    public void note(String node, String text) {
        add(Kind.NOTE, node, "", text, null);
    }

    private void add(
            Kind kind,
            String node,
            String terminal,
            String text,
            @Nullable MessageAssembly message) {
        Step step =
                new Step(
                        kind,
                        node,
                        terminal,
                        text,
                        keepTrees && message != null ? copy(message) : null);
        steps.add(step);
        listener.accept(step, message);
    }

    /** Returns a copy to keep. If a body cannot be parsed, only the readable part is copied. */
    private static MessageAssembly copy(MessageAssembly m) {
        return new MessageAssembly(
                TreeSnapshot.of(m.root()),
                TreeSnapshot.of(m.localEnvironment()),
                TreeSnapshot.of(m.environment()),
                TreeSnapshot.of(m.exceptionList()));
    }
}
