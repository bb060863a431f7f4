package io.millrace.server.command;

import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.sample.SampleMessages;
import io.millrace.flows.test.Capsule;

import java.nio.file.Path;
import java.util.List;

/**
 * A reader of messages from files, as {@code put}, {@code exec} and {@code run --put} name them:
 * files with a body, and capsules.
 */
final class MessageFiles {

    private static final MessageAssembler ASSEMBLER =
            new MessageAssembler(
                    ParserRegistry.load(MessageFiles.class.getClassLoader()), Limits.DEFAULTS);

    private MessageFiles() {}

    /** A message with the file of its body. */
    record Sample(Path file, QueueMessage message) {}

    /** Returns an assembler with all parsers that need no application. */
    static MessageAssembler assembler() {
        return ASSEMBLER;
    }

    static SampleMessages samples() {
        return new SampleMessages(ASSEMBLER.parsers(), ASSEMBLER.limits());
    }

    /** Returns the messages of a folder, sorted by name, or of a single file. */
    static List<QueueMessage> read(Path path) {
        return named(path).stream().map(Sample::message).toList();
    }

    /** Returns the messages like {@link #read}, with their files. */
    static List<Sample> named(Path path) {
        return SampleMessages.list(path).stream().map(f -> new Sample(f, message(f))).toList();
    }

    private static QueueMessage message(Path file) {
        return isCapsule(file) ? Capsule.read(file).message() : samples().read(file);
    }

    static boolean isCapsule(Path file) {
        return file.toString().endsWith(Capsule.SUFFIX);
    }
}
