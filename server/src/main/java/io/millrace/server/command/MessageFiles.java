package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.sample.SampleMessages;
import io.millrace.flows.test.Capsule;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
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
    static List<Sample> read(Path path) {
        return SampleMessages.list(path).stream().map(f -> new Sample(f, message(f))).toList();
    }

    /**
     * Returns an error with the file of the largest message if a message is too large. The error of
     * a remote broker does not name the message.
     */
    static MillraceException withFile(MillraceException error, List<Sample> samples) {
        if (error.code() != ErrorCode.MESSAGE_TOO_LARGE || samples.isEmpty()) {
            return error;
        }
        Sample largest =
                Collections.max(samples, Comparator.comparingInt(s -> s.message().body().length()));
        return new MillraceException(
                error.code(),
                "%s; the largest message is in %s".formatted(error.getMessage(), largest.file()));
    }

    private static QueueMessage message(Path file) {
        return isCapsule(file) ? Capsule.read(file).message() : samples().read(file);
    }

    static boolean isCapsule(Path file) {
        return file.toString().endsWith(Capsule.SUFFIX);
    }
}
