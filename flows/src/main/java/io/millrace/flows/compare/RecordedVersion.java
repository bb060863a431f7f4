package io.millrace.flows.compare;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.FlowResult;
import io.millrace.flows.sample.SampleMessages;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A version whose outputs were recorded: the outputs of the message {@code FLOW/NAME.xml} are the
 * files {@code FLOW/NAME/QUEUE/*}, sorted by name, or {@code FLOW/NAME.xml/QUEUE/*}. The headers of
 * an output are in a file of headers next to it. Without this file, only the body is compared.
 */
public final class RecordedVersion implements Version {

    private final Path folder;
    private final SampleMessages samples;

    /** Creates a version with the outputs in a folder. */
    public RecordedVersion(Path folder) {
        this.folder = folder;
        this.samples =
                new SampleMessages(
                        ParserRegistry.load(RecordedVersion.class.getClassLoader()),
                        Limits.DEFAULTS);
    }

    @Override
    public String title() {
        return folder + " (recorded outputs)";
    }

    @Override
    public List<String> flows() {
        return List.of();
    }

    @Override
    public @Nullable MessageAssembler assembler() {
        return null;
    }

    @Override
    public Result result(String flow, String node, String name, QueueMessage message) {
        Path outputs = outputs(name);
        List<Result.Output> all = new ArrayList<>();
        for (Path queue : list(outputs)) {
            if (!Files.isDirectory(queue)) {
                throw new MillraceException(
                        ErrorCode.FILE_UNREADABLE,
                        "the file "
                                + queue
                                + " is not in the folder of a queue: expected "
                                + outputs.resolve("QUEUE").resolve(queue.getFileName()));
            }
            String queueName = queue.getFileName().toString();
            boolean empty = list(queue).isEmpty();
            for (Path file : empty ? List.<Path>of() : SampleMessages.list(queue)) {
                boolean headers =
                        !queueName.equals(FlowResult.REPLY) && SampleMessages.hasHeaders(file);
                all.add(new Result.Output(queueName, samples.read(file), "", headers));
            }
        }
        return new Result(all, null);
    }

    private Path outputs(String name) {
        Path whole = folder.resolve(name);
        int dot = name.lastIndexOf('.');
        Path plain =
                dot > name.lastIndexOf('/') + 1 ? folder.resolve(name.substring(0, dot)) : whole;
        Path found = Files.isDirectory(whole) ? whole : plain;
        if (!Files.isDirectory(found)) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "the outputs of the message "
                            + name
                            + " were not recorded: expected the folder "
                            + plain
                            + " with a folder for each queue; create an empty folder if the message"
                            + " has no output");
        }
        return found;
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> !f.getFileName().toString().startsWith(".")).sorted().toList();
        } catch (IOException e) {
            throw FileErrors.unreadable(folder, e);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
