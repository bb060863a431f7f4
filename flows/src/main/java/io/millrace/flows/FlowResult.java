package io.millrace.flows;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.observe.PathRecorder;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.Outcome;
import io.millrace.flows.sample.MessageParts;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The result of a message that was sent through a {@link Flow}.
 *
 * @param flow name of the flow
 * @param input input node whose queue delivered the message
 * @param start node at which the message entered: the input node, unless another node was requested
 * @param outputs reply to the caller with the name {@link #REPLY}, and messages on queues after
 *     processing, including backout and dead-letter queue. Queues are in the order of their use in
 *     the flow, messages of a queue in the order of the puts.
 * @param steps path of the message, with all attempts if it was rolled back and retried
 * @param exceptions errors of each attempt, caught or not, and errors of nodes that failure
 *     terminals handled; empty if no error occurred
 * @param ended outcome of the last attempt
 * @param missingReply what a caller receives because the flow sent no reply; empty if it sent one,
 *     or if no caller waits for one
 */
public record FlowResult(
        String flow,
        String input,
        String start,
        List<Output> outputs,
        List<PathRecorder.Step> steps,
        List<MillraceException> exceptions,
        Outcome.Result ended,
        String missingReply) {

    /** Name of the output that contains the reply of a called flow. */
    public static final String REPLY = "reply";

    public FlowResult {
        outputs = List.copyOf(outputs);
        steps = List.copyOf(steps);
        exceptions = List.copyOf(exceptions);
    }

    /** Whether the message was processed without any error. */
    public boolean isClean() {
        return exceptions.isEmpty();
    }

    /** Returns the messages on one queue. */
    public List<Output> outputs(String queue) {
        return outputs.stream().filter(o -> o.queue().equals(queue)).toList();
    }

    /**
     * Returns the nodes that the message entered in the last attempt, in order, without the name of
     * the flow. The first node is the one at which the message entered.
     */
    public List<String> path() {
        List<String> path = new ArrayList<>();
        for (PathRecorder.Step step : steps) {
            if (step.kind() == PathRecorder.Kind.BEGAN) {
                path.clear();
            }
            boolean entered = step.kind() == PathRecorder.Kind.ENTERED;
            if (entered || step.kind() == PathRecorder.Kind.BEGAN && start.equals(input)) {
                path.add(step.node().substring(flow.length() + 1));
            }
        }
        return path;
    }

    /** A message on a queue. */
    public static final class Output {

        private final String queue;
        private final QueueMessage message;
        private final MessageAssembler assembler;
        private final String properties;

        Output(String queue, QueueMessage message, MessageAssembler assembler, String properties) {
            this.queue = queue;
            this.message = message;
            this.assembler = assembler;
            this.properties = properties;
        }

        /**
         * Returns the properties of a reply that are not part of the message, such as {@code status
         * 404}.
         */
        public String properties() {
            return properties;
        }

        public String queue() {
            return queue;
        }

        public QueueMessage message() {
            return message;
        }

        public Mqmd descriptor() {
            return message.descriptor();
        }

        /** Returns all bytes after the MQMD: headers and body. */
        public Bytes bytes() {
            return message.body();
        }

        /** Returns the bytes of the body, without headers. */
        public Bytes body() {
            return MessageParts.of(message, assembler).body();
        }

        /**
         * Returns the body without headers as a string, decoded with the coded character set in the
         * preceding header.
         */
        public String text() {
            MessageParts data = MessageParts.of(message, assembler);
            return data.body().text(Ccsid.charset(data.ccsid(), data.encoding()));
        }

        /**
         * Returns the tree. The body has the domain in the headers, otherwise the domain of the
         * template.
         */
        public Element root(MessageTemplate template) {
            return assembler.assemble(
                    message.descriptor(),
                    message.body(),
                    new MessageAssembler.Defaults(template, ParseTiming.ON_DEMAND, Set.of()),
                    note -> {});
        }

        @Override
        public String toString() {
            return queue + ": " + message.body().length() + " bytes";
        }
    }
}
