package io.millrace.flows.compare;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A version whose flows process the messages in memory. */
public final class RunVersion implements Version {

    private final Application application;
    private final String title;
    private final Map<String, Flow> open = new HashMap<>();

    /**
     * Creates a version.
     *
     * @param title description of the version on the report
     */
    public RunVersion(Application application, String title) {
        this.application = application;
        this.title = title;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<String> flows() {
        return application.flows();
    }

    @Override
    public MessageAssembler assembler() {
        return application.assembler();
    }

    @Override
    public Result result(String flow, String node, String name, QueueMessage message) {
        FlowResult result =
                open.computeIfAbsent(flow, f -> Flow.of(application, f)).process(node, message);
        List<Result.Output> outputs = new ArrayList<>();
        for (FlowResult.Output output : result.outputs()) {
            boolean reply = output.queue().equals(FlowResult.REPLY);
            // A reply of HTTP has no MQMD.
            boolean headers = !reply || output.properties().isEmpty();
            outputs.add(
                    new Result.Output(
                            output.queue(), output.message(), output.properties(), headers));
        }
        return new Result(outputs, ending(result));
    }

    private static String ending(FlowResult result) {
        Set<String> parts = new LinkedHashSet<>();
        parts.add(result.ended().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        if (!result.missingReply().isEmpty()) {
            parts.add("no reply");
        }
        for (MillraceException e : result.exceptions()) {
            // Texts contain positions in files, which differ between versions.
            parts.add(e.root().code().id() + (e.node() == null ? "" : " in " + e.node()));
        }
        return String.join("; ", parts);
    }

    @Override
    public void close() {
        open.values().forEach(Flow::close);
    }
}
