package io.millrace.flows.test;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.flows.application.TextFiles;
import io.millrace.flows.definition.FileSettings;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.sample.MqmdFields;
import io.millrace.flows.sample.SampleMessages;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A reader of the files in an application's {@code tests} folder. */
public final class FlowTestFile {

    /** Name of the folder of an application that contains its tests. */
    public static final String FOLDER = "tests";

    private static final String ANY = "any";

    /** Maximum depth of subfolders that are searched for tests. */
    private static final int MAX_DEPTH = 5;

    private static final Pattern TESTS = Pattern.compile("^tests[ \t]*:", Pattern.MULTILINE);

    /** Maximum number of messages that a test can expect. */
    private static final long MAX_MESSAGES = 1_000_000;

    /** Keys for bodies in other formats of tests. */
    private static final Set<String> FOREIGN_BODIES =
            Set.of("json", "xml", "csv", "body", "content", "data", "payload", "message");

    private final Path application;
    private final SampleMessages messages;
    private final Problems problems;
    private final List<FlowTest> tests = new ArrayList<>();

    FlowTestFile(Path application, SampleMessages messages, Problems problems) {
        this.application = application;
        this.messages = messages;
        this.problems = problems;
    }

    /**
     * Reads all tests of an application, sorted by file name. Without a folder for tests, the
     * result is empty.
     *
     * @param application folder of the application; paths in tests are relative to it
     * @param parsers parsers of the headers of messages
     */
    public static List<FlowTest> read(Path application, ParserRegistry parsers, Problems problems) {
        SampleMessages messages = new SampleMessages(parsers, Limits.DEFAULTS);
        FlowTestFile reader = new FlowTestFile(application, messages, problems);
        Path folder = application.resolve(FOLDER);
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.sorted().forEach(reader::fileOrOther);
            } catch (IOException e) {
                reader.unreadable(folder, e);
            }
        }
        return reader.tests;
    }

    private void fileOrOther(Path path) {
        String name = path.getFileName().toString();
        if (name.endsWith(".yaml")) {
            file(path);
        } else if (name.toLowerCase(Locale.ROOT).matches(".*\\.ya?ml")) {
            ignored(path, "rename it to " + name.substring(0, name.lastIndexOf('.')) + ".yaml");
        } else if (Files.isDirectory(path)) {
            subfolder(path);
        }
    }

    /** Reports the tests in a subfolder, which can also contain files of tests. */
    private void subfolder(Path folder) {
        try (Stream<Path> files = Files.walk(folder, MAX_DEPTH)) {
            files.filter(file -> file.getFileName().toString().matches(".*\\.ya?ml"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .filter(FlowTestFile::hasTests)
                    .forEach(
                            file ->
                                    ignored(
                                            file,
                                            "move it to the folder "
                                                    + application.resolve(FOLDER)));
        } catch (IOException e) {
            unreadable(folder, e);
        } catch (UncheckedIOException e) {
            unreadable(folder, e.getCause());
        }
    }

    private void unreadable(Path folder, IOException error) {
        problems.error(
                ErrorCode.FILE_UNREADABLE,
                Place.of(folder.toString()),
                "it cannot be read: " + FileErrors.reason(error));
    }

    private static boolean hasTests(Path file) {
        Source source = TextFiles.read(file, new Problems());
        return source != null && TESTS.matcher(source.text()).find();
    }

    private void ignored(Path file, String advice) {
        problems.error(
                ErrorCode.FILE_NAME,
                Place.of(file.toString()),
                "this file is ignored: tests are read from files *.yaml in the folder tests",
                advice);
    }

    private void file(Path path) {
        Source source = TextFiles.read(path, problems);
        YamlNode document = source == null ? null : Yaml.read(source, problems);
        if (document == null) {
            return;
        }
        Section file = Section.of(document, FileSettings.TESTS, Parameters.NONE, problems);
        String flow = file.text("flow");
        if (file.isMapping() && !(file.node("tests") instanceof YamlSequence)) {
            problems.error(
                    ErrorCode.TEST_SHAPE,
                    file.place("tests"),
                    "the file has no list of tests",
                    "write them as 'tests:' and below it '- name: ...'");
            return;
        }
        file.sections("tests").forEach(test -> test(test, flow, file.place("flow")));
    }

    private void test(Section test, String fileFlow, Place filePlace) {
        if (!test.isMapping()) {
            return;
        }
        String name = test.text("name");
        if (!test.has("input")) {
            problems.error(
                    ErrorCode.TEST_SHAPE,
                    test.place(),
                    "the test has no input",
                    "write 'input: {file: messages/NAME}', or text or hex instead of a file");
            return;
        }
        if (test.node("input") instanceof YamlScalar file) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    file.place(),
                    "input must be a mapping (found '" + file.text() + "')",
                    file.text().matches("(?s)\\s*[<{\\[].*")
                            ? "write input: {text: '" + file.text() + "'}"
                            : "write input: {file: "
                                    + file.text()
                                    + "}, or text or hex instead of file");
            return;
        }
        if (hasForeignBody(test.node("input"))) {
            return;
        }
        long before = problems.errors();
        Section input = test.section("input");
        QueueMessage message = message(input, test.place("input"));
        if (message != null) {
            if (!test.hasUnknownKeys() && problems.errors() == before && hasNoExpectation(test)) {
                problems.warning(
                        ErrorCode.TEST_SHAPE,
                        test.place(),
                        "the test has no outputs and no path, so it passes with any output",
                        "write outputs: {QUEUE: 1}, or outputs: {} if no message must be put");
            }
            tests.add(
                    new FlowTest(
                            name,
                            test.place(),
                            test.text("flow", fileFlow),
                            test.has("flow") ? test.place("flow") : filePlace,
                            input.text("node"),
                            input.place(input.has("node") ? "node" : "input"),
                            message,
                            test.has("outputs") ? outputs(test.node("outputs")) : null,
                            test.place("outputs"),
                            test.has("path") ? path(test.node("path")) : null,
                            failure(test)));
        }
    }

    /** Whether the body of a message is a mapping or has another key. Reports the problem. */
    private boolean hasForeignBody(YamlNode message) {
        if (!(message instanceof YamlMapping mapping)) {
            return false;
        }
        for (YamlEntry entry : mapping.entries()) {
            if (FOREIGN_BODIES.contains(entry.name())) {
                problems.error(
                        ErrorCode.UNKNOWN_KEY,
                        entry.key().place(),
                        "unknown key '" + entry.name() + "'",
                        entry.value() instanceof YamlScalar
                                ? "did you mean text?"
                                : "write the body as text, for example text: '{\"id\": 1}', or in a"
                                        + " file: {file: messages/NAME}");
                return true;
            }
        }
        return false;
    }

    /** Whether a test specifies no outputs, path or failure. */
    private static boolean hasNoExpectation(Section test) {
        return Stream.of("outputs", "path", "failure")
                .noneMatch(
                        key ->
                                test.has(key)
                                        && !(test.node(key) instanceof YamlScalar scalar
                                                && scalar.isNull()
                                                && !key.equals("failure")));
    }

    /** Returns the input message. If it is missing, reports a problem and returns null. */
    QueueMessage message(Section input, Place place) {
        List<String> given = Stream.of("file", "text", "hex").filter(input::has).toList();
        if (given.size() != 1) {
            if (given.isEmpty() && input.hasUnknownKeys()) {
                return null;
            }
            String found = given.isEmpty() ? "none" : String.join(" and ", given);
            problems.error(
                    ErrorCode.TEST_SHAPE,
                    place,
                    "an input must have exactly one of file, text and hex, found " + found);
            return null;
        }
        if (!input.has("file")) {
            Bytes body = input.has("text") ? Bytes.utf8(input.text("text")) : hex(input);
            return body == null ? null : messages.message(body, input, problems);
        }
        Path file = application.resolve(input.text("file"));
        try {
            Bytes body = messages.body(file);
            boolean own = input.has("mqmd") || input.has("mqrfh2") || input.has("headers");
            return messages.message(body, own ? input : messages.headers(file, problems), problems);
        } catch (ProblemsException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    input.place("file"),
                    file + ": " + e.problems().getFirst().text(),
                    "paths in tests are relative to the application's folder");
            return null;
        }
    }

    private Bytes hex(Section input) {
        String text = input.text("hex");
        try {
            return SampleMessages.hex(text);
        } catch (IllegalArgumentException e) {
            problems.error(ErrorCode.BAD_VALUE, input.place("hex"), "hex " + e.getMessage());
            return null;
        }
    }

    private Map<Expected, List<ExpectedOutput>> outputs(YamlNode node) {
        Map<Expected, List<ExpectedOutput>> outputs = new LinkedHashMap<>();
        if (node instanceof YamlSequence || node instanceof YamlScalar scalar && !scalar.isNull()) {
            YamlNode first = Section.items(node).isEmpty() ? node : Section.items(node).getFirst();
            problems.error(
                    ErrorCode.YAML_SHAPE,
                    node.place(),
                    "expected a mapping of queues to messages, found " + node.kind(),
                    "write outputs: {%s: 1}"
                            .formatted(first instanceof YamlScalar queue ? queue.text() : "QUEUE"));
            return outputs;
        }
        for (YamlEntry queue : entries(node)) {
            List<ExpectedOutput> messages = new ArrayList<>();
            if (queue.value() instanceof YamlScalar scalar && isCount(scalar)) {
                for (long i = 0; i < scalar.asLong().getAsLong(); i++) {
                    messages.add(
                            new ExpectedOutput(
                                    scalar.place(), null, null, List.of(), "", Map.of(), Map.of()));
                }
            } else {
                if (queue.value() instanceof YamlScalar scalar) {
                    problems.error(
                            ErrorCode.BAD_VALUE,
                            scalar.place(),
                            queue.name()
                                    + " must be a number of messages up to 1000000, or a list of"
                                    + " messages (found '"
                                    + scalar.text()
                                    + "')",
                            "write a number such as 1, or {text: ...} for each message");
                    continue;
                }
                Section.items(queue.value()).forEach(item -> messages.add(output(item)));
            }
            outputs.put(new Expected(queue.name(), false, queue.key().place()), messages);
        }
        return outputs;
    }

    private static boolean isCount(YamlScalar scalar) {
        long count = scalar.asLong().orElse(-1);
        return count >= 0 && count <= MAX_MESSAGES;
    }

    private List<YamlEntry> entries(YamlNode node) {
        return Section.of(node, SettingGroup.OPEN, Parameters.NONE, problems).entries();
    }

    private ExpectedOutput output(YamlNode node) {
        if (hasForeignBody(node)) {
            return new ExpectedOutput(node.place(), null, null, List.of(), "", Map.of(), Map.of());
        }
        Section output = Section.of(node, FileSettings.OUTPUT, Parameters.NONE, problems);
        Map<Expected, Expected> fields = new LinkedHashMap<>();
        for (YamlEntry field : entries(output.node("fields"))) {
            YamlScalar value = field.value().asScalar(problems);
            if (value != null) {
                fields.put(new Expected(field.name(), false, field.key().place()), expected(value));
            }
        }
        Map<String, Expected> mqmd = new LinkedHashMap<>();
        if (output.node("mqmd") instanceof YamlMapping descriptor) {
            descriptor.checkKeys(MqmdFields.names(), problems);
        }
        for (YamlEntry field : entries(output.node("mqmd"))) {
            YamlScalar value = field.value().asScalar(problems);
            if (value != null && MqmdFields.names().contains(field.name())) {
                mqmd.put(field.name(), expected(value));
            }
        }
        for (YamlNode part : Section.items(output.node("contains"))) {
            if (part instanceof YamlScalar scalar && scalar.text().isEmpty()) {
                problems.error(
                        ErrorCode.BAD_VALUE,
                        scalar.place(),
                        "contains must be a string that is not empty, because every body contains"
                                + " the empty string");
            }
        }
        return new ExpectedOutput(
                node.place(),
                single(output, "file"),
                single(output, "text"),
                scalars(Section.items(output.node("contains"))),
                output.text("domain"),
                fields,
                mqmd);
    }

    private ExpectedFailure failure(Section test) {
        YamlNode node = test.node("failure");
        if (node == null) {
            return null;
        }
        if (node instanceof YamlMapping) {
            Section failure = Section.of(node, FileSettings.FAILURE, Parameters.NONE, problems);
            String code = failure.text("code");
            return new ExpectedFailure(
                    code(code, failure.place("code")),
                    failure.text("text"),
                    failure.text("node"),
                    node.place());
        }
        YamlScalar scalar = node.asScalar(problems);
        String text = scalar == null || scalar.isNull() ? ANY : scalar.text();
        return new ExpectedFailure(
                text.equals(ANY) ? "" : code(text, node.place()), "", "", node.place());
    }

    private String code(String text, Place place) {
        boolean known =
                text.isEmpty() || Stream.of(ErrorCode.values()).anyMatch(c -> c.id().equals(text));
        if (!known) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    place,
                    "'" + text + "' is not an error code",
                    "write a code such as MR2102, or 'any' for all codes");
        }
        return text;
    }

    private Expected single(Section section, String key) {
        if (!section.has(key)) {
            return null;
        }
        YamlScalar scalar = section.node(key).asScalar(problems);
        return scalar == null ? null : expected(scalar);
    }

    /** Returns the nodes of a path. */
    private List<Expected> path(YamlNode node) {
        if (node instanceof YamlScalar text && text.text().matches("(?s).*(->|,).*")) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    text.place(),
                    "path must be a list of nodes (found '" + text.text() + "')",
                    "write path: ["
                            + String.join(", ", text.text().strip().split("\\s*(->|,)\\s*"))
                            + "]");
            return null;
        }
        return scalars(Section.items(node));
    }

    private List<Expected> scalars(List<YamlNode> items) {
        List<Expected> scalars = new ArrayList<>();
        for (YamlNode item : items) {
            YamlScalar scalar = item.asScalar(problems);
            if (scalar != null) {
                scalars.add(expected(scalar));
            }
        }
        return scalars;
    }

    private static Expected expected(YamlScalar scalar) {
        return new Expected(
                scalar.isNull() ? null : scalar.text(),
                scalar.asDecimal().isPresent(),
                scalar.place());
    }
}
