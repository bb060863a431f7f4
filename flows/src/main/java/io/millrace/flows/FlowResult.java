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

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What came of a message that was sent through a {@link Flow}.
 *
 * @param flow the flow's name
 * @param input the input node whose queue the message came from
 * @param start the node by which it entered: that input node, unless another one was asked for
 * @param outputs messages that are on queues now, backout and dead-letter queue included: queues in
 *     the order in which the flow names them, messages of one queue in the order in which they were
 *     put
 * @param steps the way of the message, with all attempts where it was rolled back and tried again
 * @param exceptions what went wrong in each attempt, caught or not, and what nodes threw that
 *     failure terminals took; empty where nothing did
 * @param ended how the last attempt ended
 */
public record FlowResult(
        String flow,
        String input,
        String start,
        List<Output> outputs,
        List<PathRecorder.Step> steps,
        List<MillraceException> exceptions,
        Outcome.Result ended) {

    public FlowResult {
        outputs = List.copyOf(outputs);
        steps = List.copyOf(steps);
        exceptions = List.copyOf(exceptions);
    }

    /** Whether the message was settled without anything going wrong. */
    public boolean isClean() {
        return exceptions.isEmpty();
    }

    /** The messages on one queue. */
    public List<Output> outputs(String queue) {
        return outputs.stream().filter(o -> o.queue().equals(queue)).toList();
    }

    /**
     * The nodes that the message entered, in their order, without the flow's name; of the last
     * attempt. It begins with the node by which the message entered.
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

        Output(String queue, QueueMessage message, MessageAssembler assembler) {
            this.queue = queue;
            this.message = message;
            this.assembler = assembler;
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

        /** All bytes behind the MQMD: headers and body. */
        public Bytes bytes() {
            return message.body();
        }

        /** The bytes of the body alone, without headers. */
        public Bytes body() {
            return UserData.of(message, assembler).body();
        }

        /**
         * The body without headers as text, in the coded character set that the header before it
         * says.
         */
        public String text() {
            UserData data = UserData.of(message, assembler);
            return data.body().text(Ccsid.charset(data.ccsid(), data.encoding()));
        }

        /** The tree, with a body of the domain that the headers say, or else of this one. */
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
