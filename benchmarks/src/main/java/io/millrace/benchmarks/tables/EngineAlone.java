package io.millrace.benchmarks.tables;

import io.millrace.benchmarks.scenario.Request;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

import java.util.function.Consumer;

/** A flow in the caller's thread, its queues in memory, that gets one message again and again. */
final class EngineAlone implements AutoCloseable {

    private final Flow flow;
    private final QueueMessage message;

    /**
     * Opens the flow and looks at what it makes of the message.
     *
     * @param check throws where the body of a reply is not right
     * @throws IllegalStateException where the flow fails or gives no message
     */
    EngineAlone(
            Application application, Request request, boolean persistent, Consumer<byte[]> check) {
        flow = Flow.of(application, "");
        Mqmd descriptor =
                new Mqmd()
                        .format(request.format())
                        .encoding(Request.ENCODING)
                        .codedCharSetId(Request.CCSID)
                        .persistence(persistent ? Mqmd.PERSISTENCE_YES : Mqmd.PERSISTENCE_NO);
        message = new QueueMessage(descriptor, Bytes.of(request.bytes()));
        FlowResult first = process();
        if (!first.exceptions().isEmpty()) {
            throw new IllegalStateException(
                    flow.name() + " fails: " + first.exceptions().getFirst().getMessage(),
                    first.exceptions().getFirst());
        }
        if (first.outputs().isEmpty()) {
            throw new IllegalStateException(flow.name() + " gives no message");
        }
        first.outputs().forEach(reply -> check.accept(reply.bytes().toArray()));
    }

    FlowResult process() {
        return flow.process(message);
    }

    @Override
    public void close() {
        flow.close();
    }
}
