package io.millrace.server.command;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.SensitiveFields;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.observe.PathRecorder.Step;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.FlowResult;
import io.millrace.server.console.Console;
import io.millrace.server.queue.MessageJson;
import io.millrace.server.queue.TreeJson;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results of {@code exec} as JSON: an array with an object for each message. */
final class ExecJson {

    private static final JsonMapper JSON = new JsonMapper();

    private final List<Map<String, Object>> messages = new ArrayList<>();
    private List<Map<String, Object>> path = new ArrayList<>();

    /** Adds a step to the path of the current message. */
    void step(Step step) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("step", word(step.kind()));
        row.put("node", step.node());
        if (!step.terminal().isEmpty()) {
            row.put("terminal", step.terminal());
        }
        if (!step.text().isEmpty()) {
            row.put("text", step.text());
        }
        path.add(row);
    }

    /** Adds the trees of a message to the last step. */
    void trees(MessageAssembly live, SensitiveFields sensitive) {
        Map<String, Object> row = path.getLast();
        row.put("tree", tree(live.root(), sensitive));
        if (live.localEnvironment().firstChild() != null) {
            row.put("localEnvironment", tree(live.localEnvironment(), sensitive));
        }
    }

    private static Object tree(Element root, SensitiveFields sensitive) {
        try {
            return JSON.readTree(TreeJson.of(root, sensitive));
        } catch (MillraceException damaged) {
            return Map.of("error", new SensitiveValues(sensitive).mask(damaged).getMessage());
        }
    }

    /**
     * Adds the result of the current message.
     *
     * @param values description of the message
     */
    void add(Map<String, Object> values, FlowResult result, MessageAssembler assembler) {
        MessageJson json = new MessageJson(assembler);
        List<Map<String, Object>> outputs = new ArrayList<>();
        for (FlowResult.Output output : result.outputs()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("queue", output.queue());
            if (!output.properties().isEmpty()) {
                row.put("properties", output.properties());
            }
            QueueMessage sent = new QueueMessage(output.descriptor(), output.bytes());
            row.putAll(
                    json.write(
                            sent, outputs.size() + 1, MessageJson.Content.TEXT, MessageJson.ANY));
            outputs.add(row);
        }
        values.put("flow", result.flow());
        values.put("node", result.start());
        values.put("path", path);
        values.put("outputs", outputs);
        if (!result.missingReply().isEmpty()) {
            values.put("missingReply", result.missingReply());
        }
        values.put("exceptions", result.exceptions().stream().map(ExecJson::exception).toList());
        values.put("ended", word(result.ended()));
        messages.add(values);
        path = new ArrayList<>();
    }

    private static Map<String, Object> exception(MillraceException thrown) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("code", thrown.root().code().id());
        row.put("text", thrown.root().getMessage());
        if (thrown.node() != null) {
            row.put("node", thrown.node());
        }
        if (thrown.root().place() != null) {
            row.put("file", thrown.root().place().source().name());
            row.put("line", thrown.root().place().line());
        }
        row.put("actor", thrown.root().code().actor().toString());
        List<Map<String, Object>> entries = new ArrayList<>();
        entries(thrown, entries);
        row.put("entries", entries);
        return row;
    }

    /** Adds an exception and its causes, the outermost first. */
    private static void entries(Throwable thrown, List<Map<String, Object>> entries) {
        for (Throwable t = thrown; t instanceof MillraceException e; t = t.getCause()) {
            entries.add(Map.of("code", e.code().id(), "text", e.getMessage()));
            for (Throwable other : e.getSuppressed()) {
                entries(other, entries);
            }
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    void print(Console console) {
        JsonOption.print(messages, console);
    }
}
