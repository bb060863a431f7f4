package io.millrace.flows.compare;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.sample.SampleMessages;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The comparison of two versions of an application on the same messages.
 *
 * <pre>{@code
 * try (Version older = new RecordedVersion(Path.of("recorded"));
 *         Version newer = new RunVersion(application, "orders")) {
 *     Comparison comparison =
 *             Comparison.of(older, newer, Path.of("messages"), ComparisonOptions.defaults());
 * }
 * }</pre>
 *
 * @param older description of the old version
 * @param newer description of the new version
 * @param ignored fields that are not compared
 * @param unmatched the ignored fields that match no difference
 * @param messages comparison of each message, in the order in which they were processed
 */
public record Comparison(
        String older,
        String newer,
        List<FieldPattern> ignored,
        List<FieldPattern> unmatched,
        List<MessageComparison> messages) {

    private static final int MAX_MESSAGES = 100_000;

    public Comparison {
        ignored = List.copyOf(ignored);
        unmatched = List.copyOf(unmatched);
        messages = List.copyOf(messages);
    }

    /**
     * Processes all messages of a folder in both versions. Messages in a subfolder with the name of
     * a flow are messages of this flow. A message without a MsgId receives the same MsgId in both
     * versions.
     *
     * @throws MillraceException if the messages or recorded outputs cannot be read; with
     *     UNKNOWN_FLOW, UNKNOWN_NODE
     */
    public static Comparison of(
            Version older, Version newer, Path messages, ComparisonOptions options) {
        MessageAssembler common =
                new MessageAssembler(
                        ParserRegistry.load(Comparison.class.getClassLoader()), Limits.DEFAULTS);
        MessageAssembler oldParser = first(older.assembler(), newer.assembler(), common);
        MessageAssembler newParser = first(newer.assembler(), older.assembler(), common);
        SampleMessages samples = new SampleMessages(common.parsers(), common.limits());
        List<MessageComparison> all = new ArrayList<>();
        Set<FieldPattern> applied = new LinkedHashSet<>();
        Map<Path, String> files = files(messages, options, flows(older, newer));
        for (Map.Entry<Path, String> file : files.entrySet()) {
            String name =
                    Files.isDirectory(messages)
                            ? messages.relativize(file.getKey()).toString().replace('\\', '/')
                            : file.getKey().getFileName().toString();
            QueueMessage message = identified(samples.read(file.getKey()), all.size() + 1);
            String flow = file.getValue();
            Result oldResult = older.result(flow, options.node(), name, copy(message));
            Result newResult = newer.result(flow, options.node(), name, copy(message));
            ResultPair pair = new ResultPair(oldParser, newParser, options, applied);
            all.add(
                    new MessageComparison(
                            name,
                            flow,
                            ResultPair.endings(oldResult, newResult),
                            pair.outputs(oldResult, newResult)));
        }
        List<FieldPattern> unmatched =
                options.ignored().stream().filter(p -> !applied.contains(p)).toList();
        return new Comparison(older.title(), newer.title(), options.ignored(), unmatched, all);
    }

    /** Whether both versions have the same results for all messages. */
    public boolean isSame() {
        return messages.stream().allMatch(MessageComparison::isSame);
    }

    /** Returns the number of messages with different results. */
    public long different() {
        return messages.stream().filter(m -> !m.isSame()).count();
    }

    /** Returns a message whose headers a version can change. */
    private static QueueMessage copy(QueueMessage message) {
        return new QueueMessage(message.descriptor().copy(), message.body());
    }

    private static MessageAssembler first(
            @Nullable MessageAssembler own,
            @Nullable MessageAssembler other,
            MessageAssembler common) {
        return own != null ? own : other != null ? other : common;
    }

    /** Returns the flows that both versions have. */
    private static List<String> flows(Version older, Version newer) {
        if (older.flows().isEmpty() || newer.flows().isEmpty()) {
            return older.flows().isEmpty() ? newer.flows() : older.flows();
        }
        return older.flows().stream().filter(newer.flows()::contains).toList();
    }

    /** Returns the messages with their flows. */
    private static Map<Path, String> files(
            Path messages, ComparisonOptions options, List<String> flows) {
        Map<Path, String> files = new LinkedHashMap<>();
        List<Path> folders = options.flow().isEmpty() ? subfolders(messages) : List.of();
        for (Path folder : folders) {
            String flow = folder.getFileName().toString();
            if (flows.contains(flow)) {
                SampleMessages.list(folder).forEach(f -> files.put(f, flow));
            } else if (!flows.isEmpty()) {
                throw new MillraceException(
                        ErrorCode.UNKNOWN_FLOW,
                        "the name of the folder %s must be the name of a flow of both versions: expected %s"
                                .formatted(folder, String.join(", ", flows)));
            }
        }
        if (files.isEmpty() || hasMessages(messages)) {
            SampleMessages.list(messages).forEach(f -> files.put(f, options.flow()));
        }
        if (files.size() > MAX_MESSAGES) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "%s must have at most %d messages (found %d)"
                            .formatted(messages, MAX_MESSAGES, files.size()));
        }
        return files;
    }

    /** Whether a folder contains messages besides its subfolders. */
    private static boolean hasMessages(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(f -> f.getFileName().toString())
                    .anyMatch(
                            f -> !f.startsWith(".") && !f.endsWith(SampleMessages.HEADERS_SUFFIX));
        } catch (IOException e) {
            throw FileErrors.unreadable(folder, e);
        }
    }

    private static List<Path> subfolders(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isDirectory)
                    .filter(f -> !f.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw FileErrors.unreadable(folder, e);
        }
    }

    /** Returns a message with a MsgId, so that both versions derive the same CorrelId from it. */
    private static QueueMessage identified(QueueMessage message, int number) {
        Bytes none = new Mqmd().msgId();
        if (!message.descriptor().msgId().equals(none)) {
            return message;
        }
        byte[] id = ByteBuffer.allocate(none.length()).putInt(none.length() - 4, number).array();
        return new QueueMessage(message.descriptor().copy().msgId(Bytes.of(id)), message.body());
    }
}
