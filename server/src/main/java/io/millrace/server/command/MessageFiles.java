package io.millrace.server.command;

import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.sample.SampleMessages;

import java.nio.file.Path;
import java.util.List;

/**
 * A reader of messages from files, as {@code put}, {@code exec} and {@code run --put} name them.
 */
final class MessageFiles {

    private MessageFiles() {}

    /** A message with the file of its body. */
    record Sample(Path file, QueueMessage message) {}

    /** Returns the messages of a folder, sorted by name, or of a single file. */
    static List<QueueMessage> read(Path path) {
        return named(path).stream().map(Sample::message).toList();
    }

    /** Returns the messages like {@link #read}, with their files. */
    static List<Sample> named(Path path) {
        SampleMessages samples =
                new SampleMessages(
                        ParserRegistry.load(MessageFiles.class.getClassLoader()), Limits.DEFAULTS);
        return SampleMessages.list(path).stream().map(f -> new Sample(f, samples.read(f))).toList();
    }
}
