package io.millrace.server.tracing;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.observe.ObservedFlow;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * An observer that creates the spans of one thread's messages. The span of a message lasts from its
 * receipt to the end of its unit of work. It has a child span for each node call. Spans contain
 * names and error codes, never values of messages. For a message that is not sampled, the only cost
 * is the sampling decision.
 */
final class TracingObserver implements FlowObserver {

    /** Maximum number of node calls of a message that have spans. */
    static final int MAX_NODE_SPANS = 1_000;

    private static final AttributeKey<String> APPLICATION =
            AttributeKey.stringKey("millrace.application");
    private static final AttributeKey<String> FLOW = AttributeKey.stringKey("millrace.flow");
    private static final AttributeKey<String> GROUP = AttributeKey.stringKey("millrace.group");
    private static final AttributeKey<String> INSTANCE =
            AttributeKey.stringKey("millrace.instance");
    private static final AttributeKey<String> NODE = AttributeKey.stringKey("millrace.node");
    private static final AttributeKey<String> TYPE = AttributeKey.stringKey("millrace.node.type");
    private static final AttributeKey<Long> BYTES = AttributeKey.longKey("millrace.message.bytes");
    private static final AttributeKey<Long> WITHOUT_SPAN =
            AttributeKey.longKey("millrace.node.calls.without.span");
    private static final AttributeKey<Boolean> COMMITTED =
            AttributeKey.booleanKey("millrace.committed");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    private static final Set<String> CLIENTS =
            Set.of("HTTPRequest", "RESTRequest", "HTTPAsyncRequest");
    private static final Set<String> PRODUCERS = Set.of("MQOutput", "MQReply", "Publication");

    private final Tracer tracer;
    private final TraceContext context;
    private final int sampleOneOf;
    private final ObservedFlow flow;
    private final String instance;
    private final FlowObserver next;

    /** Messages of the unit of work that has not ended, in order. */
    private final Deque<Message> unit = new ArrayDeque<>();

    private Message current = new Message("", 0);

    /**
     * @param sampleOneOf number of messages without a trace context of which one is sampled
     */
    TracingObserver(
            Tracer tracer,
            TraceContext context,
            int sampleOneOf,
            ObservedFlow flow,
            String instance,
            FlowObserver next) {
        this.tracer = tracer;
        this.context = context;
        this.sampleOneOf = sampleOneOf;
        this.flow = flow;
        this.instance = instance;
        this.next = next;
    }

    /** The span of a node call. */
    private record Call(String node, Span span, Context context) {}

    /** A message in progress. */
    private static final class Message {
        private final String input;
        private final int bytes;
        private final long began = System.nanoTime();

        /** Whether the sampling decision was made. */
        private boolean decided;

        /** Span of the message; null if the message is not sampled. */
        private Span span;

        private Context context;

        /** Node calls that have not returned; null if the message is not sampled. */
        private Deque<Call> calls;

        private int spans;
        private long withoutSpan;

        /** Number of node calls without a span that have not returned. */
        private int openWithoutSpan;

        private Message(String input, int bytes) {
            this.input = input;
            this.bytes = bytes;
        }
    }

    private String type(String node) {
        return flow.nodeTypes().getOrDefault(node, "");
    }

    @Override
    public void began(String inputNode, int bytes) {
        next.began(inputNode, bytes);
        current = new Message(inputNode, bytes);
        unit.add(current);
    }

    /**
     * Decides whether a message is sampled. The sender's decision applies, if any; otherwise the
     * message is sampled at random. This class decides, because the library also creates
     * identifiers for traces that are not sampled.
     */
    private void decide(Message message, Context sender) {
        message.decided = true;
        boolean continued = Span.fromContext(sender).getSpanContext().isValid();
        if (continued || ThreadLocalRandom.current().nextInt(sampleOneOf) == 0) {
            start(message, sender);
        }
    }

    /** Starts the span of a message with the context of its sender. */
    private void start(Message message, Context sender) {
        String type = type(message.input);
        message.span =
                tracer.spanBuilder(flow.flow())
                        .setParent(sender)
                        .setSpanKind(type.startsWith("HTTP") ? SpanKind.SERVER : SpanKind.CONSUMER)
                        .setStartTimestamp(epochNanos(message.began), TimeUnit.NANOSECONDS)
                        .startSpan();
        if (!message.span.isRecording()) {
            return;
        }
        message.context = sender.with(message.span);
        message.calls = new ArrayDeque<>();
        message.span
                .setAttribute(APPLICATION, flow.application())
                .setAttribute(FLOW, flow.flow())
                .setAttribute(GROUP, flow.group())
                .setAttribute(INSTANCE, instance)
                .setAttribute(NODE, message.input)
                .setAttribute(TYPE, type)
                .setAttribute(BYTES, (long) message.bytes);
    }

    private static long epochNanos(long nanoTime) {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond())
                + now.getNano()
                - (System.nanoTime() - nanoTime);
    }

    @Override
    public void propagated(String node, String terminal, boolean wired, MessageAssembly message) {
        next.propagated(node, terminal, wired, message);
        if (!current.decided) {
            decide(current, context.read(message));
        }
    }

    @Override
    public void entered(String node, String terminal, MessageAssembly message) {
        next.entered(node, terminal, message);
        Message traced = current;
        if (traced.calls == null) {
            return;
        }
        if (traced.spans >= MAX_NODE_SPANS) {
            traced.withoutSpan++;
            traced.openWithoutSpan++;
            return;
        }
        traced.spans++;
        Call above = traced.calls.peek();
        Context parent = above == null ? traced.context : above.context();
        String type = type(node);
        Span span =
                tracer.spanBuilder(node)
                        .setParent(parent)
                        .setSpanKind(kind(type))
                        .setAttribute(NODE, node)
                        .setAttribute(TYPE, type)
                        .startSpan();
        traced.calls.push(new Call(node, span, parent.with(span)));
    }

    /** Sends the context of the node call, so that the receiver continues the trace. */
    @Override
    public Element sent(String node, Element root, String headers) {
        Element known = next.sent(node, root, headers);
        Call call = current.calls == null ? null : current.calls.peek();
        return call == null || !call.node().equals(node)
                ? known
                : context.write(call.context(), known, headers);
    }

    private static SpanKind kind(String nodeType) {
        return CLIENTS.contains(nodeType)
                ? SpanKind.CLIENT
                : PRODUCERS.contains(nodeType) ? SpanKind.PRODUCER : SpanKind.INTERNAL;
    }

    @Override
    public void left(String node, long nanos, MillraceException thrown) {
        next.left(node, nanos, thrown);
        Deque<Call> calls = current.calls;
        if (calls == null || calls.isEmpty()) {
            return;
        }
        if (current.openWithoutSpan > 0) {
            current.openWithoutSpan--;
            return;
        }
        // After a stack overflow, the ends of inner calls are not reported.
        Call call = calls.pop();
        while (!call.node().equals(node) && !calls.isEmpty()) {
            call.span().end();
            call = calls.pop();
        }
        if (thrown != null) {
            fail(call.span(), thrown);
        }
        call.span().end();
    }

    private static void fail(Span span, MillraceException failure) {
        span.setStatus(StatusCode.ERROR).setAttribute(ERROR, failure.root().code().id());
    }

    @Override
    public void ended(String inputNode, boolean committed, MillraceException failure) {
        next.ended(inputNode, committed, failure);
        Message message = unit.poll();
        if (message == null) {
            return;
        }
        if (!message.decided) {
            decide(message, Context.root());
        }
        if (message.calls == null) {
            return;
        }
        message.calls.forEach(call -> call.span().end());
        message.calls.clear();
        message.span.setAttribute(COMMITTED, committed);
        if (message.withoutSpan > 0) {
            message.span.setAttribute(WITHOUT_SPAN, message.withoutSpan);
        }
        if (failure != null) {
            fail(message.span, failure);
        }
        message.span.end();
    }

    @Override
    public void failed(String inputNode) {
        next.failed(inputNode);
    }

    @Override
    public void note(String node, String text) {
        next.note(node, text);
    }
}
