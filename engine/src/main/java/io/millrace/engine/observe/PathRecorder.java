package io.millrace.engine.observe;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Keeps the way that messages take through a flow: for running one message and looking at it, and
 * for tests. Used by the thread of the message; what it keeps may be read when the message is
 * through.
 */
public final class PathRecorder implements FlowObserver {

    /** What happened. */
    public enum Kind {
        BEGAN,
        ENTERED,
        PROPAGATED,
        /** The node threw an error of its own. */
        FAILED,
        NOTE,
        COMMITTED,
        ROLLED_BACK
    }

    /**
     * A step of the way.
     *
     * @param node {@code flow.node}
     * @param terminal of ENTERED and PROPAGATED; else empty
     * @param text of a NOTE or FAILED: its words; of a PROPAGATED: {@code not wired} where nobody
     *     is there
     * @param trees what was there, where trees are kept and the step has them; else null
     */
    public record Step(
            Kind kind, String node, String terminal, String text, MessageAssembly trees) {
        @Override
        public String toString() {
            String at = terminal.isEmpty() ? node : node + "." + terminal;
            return kind + " " + at + (text.isEmpty() ? "" : ": " + text);
        }
    }

    private final boolean keepTrees;
    private final List<Step> steps = new ArrayList<>();
    private final List<MillraceException> failures = new ArrayList<>();
    private BiConsumer<Step, MessageAssembly> listener = (step, live) -> {};

    /**
     * @param keepTrees whether deep copies of all trees are kept at each step; this parses whole
     *     messages
     */
    public PathRecorder(boolean keepTrees) {
        this.keepTrees = keepTrees;
    }

    /**
     * Calls somebody at each step, with the trees as they are then (null where the step has none);
     * not to be kept.
     */
    public PathRecorder listener(BiConsumer<Step, MessageAssembly> value) {
        listener = value;
        return this;
    }

    public List<Step> steps() {
        return List.copyOf(steps);
    }

    /** The nodes that were entered, input node first, in the order of the way. */
    public List<String> nodes() {
        return steps.stream()
                .filter(s -> s.kind == Kind.BEGAN || s.kind == Kind.ENTERED)
                .map(Step::node)
                .toList();
    }

    /** The terminals that messages left by, as {@code flow.node.terminal}, wired or not. */
    public List<String> terminals() {
        return steps.stream()
                .filter(s -> s.kind == Kind.PROPAGATED)
                .map(s -> s.node + "." + s.terminal)
                .toList();
    }

    /** What nodes threw themselves, also where a failure terminal or a handler took it. */
    public List<MillraceException> failures() {
        return List.copyOf(failures);
    }

    public void clear() {
        steps.clear();
        failures.clear();
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
    public void left(String node, long nanos, MillraceException thrown) {
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
    public void ended(String inputNode, boolean committed, MillraceException failure) {
        String text = failure == null ? "" : failure.root().getMessage();
        add(committed ? Kind.COMMITTED : Kind.ROLLED_BACK, inputNode, "", text, null);
    }

    @Override
    public void note(String node, String text) {
        add(Kind.NOTE, node, "", text, null);
    }

    private void add(
            Kind kind, String node, String terminal, String text, MessageAssembly message) {
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

    /** A copy for keeping; where a body cannot be parsed, its tree is kept as far as it can be. */
    private static MessageAssembly copy(MessageAssembly m) {
        return new MessageAssembly(
                Snapshot.of(m.root()),
                Snapshot.of(m.localEnvironment()),
                Snapshot.of(m.environment()),
                Snapshot.of(m.exceptionList()));
    }
}
