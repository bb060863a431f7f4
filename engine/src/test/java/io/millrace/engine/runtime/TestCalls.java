package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** An input node type that receives texts by calls, with a record of its openings. */
final class TestCalls implements CalledPlan {

    private final int maxWaiting;
    private final List<String> events;
    private volatile FlowCalls calls;

    TestCalls(int maxWaiting) {
        this(maxWaiting, Collections.synchronizedList(new ArrayList<>()));
    }

    private TestCalls(int maxWaiting, List<String> events) {
        this.maxWaiting = maxWaiting;
        this.events = events;
    }

    /** The input node of the next version, with the same record. */
    TestCalls next() {
        return new TestCalls(maxWaiting, events);
    }

    /** What was opened and closed, in order. */
    List<String> events() {
        return List.copyOf(events);
    }

    FlowCalls calls() {
        return calls;
    }

    /** Calls the flow with a text and returns its reply; empty for none. */
    String call(String text) {
        return call(text, FlowCalls.NO_TIMEOUT);
    }

    String call(String text, long timeoutMillis) {
        Text message = new Text(text);
        calls.call(message, timeoutMillis);
        Element reply = message.reply();
        return reply == null ? "" : reply.textOf("text");
    }

    @Override
    public int maxWaiting() {
        return maxWaiting;
    }

    @Override
    public AutoCloseable open(CalledFlow flow) {
        calls = flow.calls();
        events.add("open");
        return () -> events.add("close");
    }

    @Override
    public CalledMessage accept(QueueMessage message) {
        return new Text(message.body().text(StandardCharsets.UTF_8));
    }

    /** A message of a call; texts that begin with "damaged" cannot be assembled. */
    static final class Text implements CalledMessage {
        private final String text;
        private Element reply;

        Text(String text) {
            this.text = text;
        }

        void reply(String answer) {
            reply = FlowKit.assembly(answer).root();
        }

        @Override
        public int size() {
            return text.length();
        }

        @Override
        public MessageAssembly assemble(MessageAssembler assembler, Consumer<String> trace) {
            if (text.startsWith("damaged")) {
                throw new MillraceException(ErrorCode.BAD_HEADER, "the header is damaged");
            }
            return FlowKit.assembly(text);
        }

        @Override
        public MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace) {
            return FlowKit.assembly("raw " + text);
        }

        @Override
        public Element reply() {
            return reply;
        }
    }
}
