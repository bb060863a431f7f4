package io.millrace.flows.test;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.application.TextFiles;
import io.millrace.flows.definition.FileSettings;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.library.Registries;
import io.millrace.flows.sample.MessageYaml;
import io.millrace.flows.sample.OriginalMessage;
import io.millrace.flows.sample.SampleMessages;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlText;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A failed message with the description of its failure, as one YAML file. Its {@code input} and
 * {@code failure} have the form of a flow test.
 *
 * @param message message as it was on the queue of the flow
 * @param failure description of the failure; its labels contain the name of the flow
 */
public record Capsule(QueueMessage message, FailureReport failure) {

    /** Suffix of the names of capsules. */
    public static final String SUFFIX = ApplicationFiles.CAPSULE_SUFFIX;

    /** Maximum number of characters of a capsule, which is the limit of the reader of YAML. */
    private static final int MAX_LENGTH = 16 << 20;

    /**
     * Creates a capsule of a message on a backout or dead-letter queue.
     *
     * @throws MillraceException with USAGE if the message has no description of a failure
     */
    public static Capsule of(QueueMessage moved, MessageAssembler assembler) {
        if (moved.failure() == null) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "the message "
                            + moved.descriptor().msgId().hex()
                            + " has no failure: a capsule needs a message that a flow moved to a"
                            + " backout queue or the dead-letter queue");
        }
        return new Capsule(OriginalMessage.of(moved, assembler).message(), moved.failure());
    }

    /** Returns the name of the flow. */
    public String flow() {
        return failure.flow();
    }

    /** Returns the name of the input node, without the name of the flow. */
    public String input() {
        return failure.nameOf(failure.input());
    }

    /**
     * Returns the content of the file.
     *
     * @throws MillraceException with MESSAGE_TOO_LARGE
     */
    public String write(MessageAssembler assembler) {
        StringBuilder out = new StringBuilder();
        out.append("# A failed message. 'millrace exec THIS_FILE --application APP' repeats it.\n");
        out.append("capsule:\n");
        key(out, "  release", failure.release());
        key(out, "  time", failure.time().toString());
        key(out, "  queue", failure.queue());
        out.append("  path: [")
                .append(
                        failure.path().stream()
                                .map(label -> YamlText.scalar(failure.nameOf(label)))
                                .collect(Collectors.joining(", ")))
                .append("]\n  exceptionList: |\n")
                .append(failure.exceptionList().indent(4));
        key(out, "flow", flow());
        input(out, "", assembler);
        out.append("failure:\n");
        key(out, "  code", failure.code());
        key(out, "  node", failure.nameOf(failure.node()));
        key(out, "  text", failure.text().replace("${", "$${"));
        if (out.length() > MAX_LENGTH) {
            throw new MillraceException(
                    ErrorCode.MESSAGE_TOO_LARGE,
                    "the capsule of a message of "
                            + message.body().length()
                            + " bytes would exceed "
                            + MAX_LENGTH
                            + " characters; get the message without --capsule");
        }
        return out.toString();
    }

    /** Returns a flow test that expects the failure. */
    public String test(MessageAssembler assembler) {
        String at = failure.nameOf(failure.node());
        StringBuilder out = new StringBuilder();
        out.append(
                "# A message that failed. After the correction of the flow, replace 'failure'\n");
        out.append("# by the expected outputs.\n");
        key(out, "flow", flow());
        out.append("tests:\n");
        key(out, "  - name", failure.code() + " in " + at + " at " + failure.time());
        input(out, "    ", assembler);
        out.append("    failure:\n");
        key(out, "      code", failure.code());
        if (!failure.node().equals(failure.input())) {
            key(out, "      node", at);
        }
        return out.toString();
    }

    private void input(StringBuilder out, String indent, MessageAssembler assembler) {
        MessageYaml yaml = MessageYaml.of(message, assembler);
        out.append(indent).append("input:\n");
        key(out, indent + "  node", input());
        out.append(yaml.body(indent + "  ")).append(yaml.headers(indent + "  ", true));
    }

    private static void key(StringBuilder out, String key, String value) {
        out.append(key).append(": ").append(YamlText.scalar(value)).append('\n');
    }

    /**
     * Reads a file.
     *
     * @throws ProblemsException with all errors in the file
     */
    public static Capsule read(Path file) {
        Problems problems = new Problems();
        Source source = TextFiles.read(file, problems);
        YamlNode document = source == null ? null : Yaml.read(source, problems);
        problems.throwIfErrors();
        if (!(document instanceof YamlMapping mapping && mapping.has("capsule"))) {
            problems.error(
                    ErrorCode.MISSING_KEY,
                    Place.of(file.toString()),
                    source.text().isBlank()
                            ? "the file is empty, expected a capsule"
                            : "this is not a capsule: the key capsule is missing",
                    "get --capsule writes a capsule of a failed message");
            throw new ProblemsException(problems.all());
        }
        List<String> missing =
                Stream.of("flow", "input", "failure").filter(key -> !mapping.has(key)).toList();
        if (missing.size() > 1) {
            problems.error(
                    ErrorCode.MISSING_KEY,
                    Place.of(file.toString()),
                    "the capsule is incomplete: the keys "
                            + String.join(", ", missing)
                            + " are missing",
                    "copy the whole file, or write it again with get --capsule");
            problems.throwIfErrors();
        }
        Section root = Section.of(document, FileSettings.CAPSULE, Parameters.NONE, problems);
        problems.throwIfErrors();
        Section input = root.section("input");
        QueueMessage message =
                new FlowTestFile(
                                file.toAbsolutePath().getParent(),
                                new SampleMessages(Registries.load().parsers(), Limits.DEFAULTS),
                                problems)
                        .message(input, root.place("input"));
        FailureReport failure = failure(root, input.text("node"));
        problems.throwIfErrors();
        return new Capsule(message, failure);
    }

    private static FailureReport failure(Section root, String node) {
        Section facts = root.section("capsule");
        Section failure = root.section("failure");
        String name = root.text("flow");
        String flow = name + ".";
        return new FailureReport(
                facts.text("queue"),
                name,
                flow + node,
                time(facts.text("time")),
                facts.text("release"),
                facts.list("path").stream().map(passed -> flow + passed).toList(),
                failure.text("code"),
                flow + failure.text("node"),
                failure.text("text"),
                facts.text("exceptionList").stripTrailing(),
                false);
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException unknown) {
            return Instant.EPOCH;
        }
    }
}
