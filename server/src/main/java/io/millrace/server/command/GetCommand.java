package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.sample.MessageYaml;
import io.millrace.flows.test.Capsule;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.queue.MessageJson;
import io.millrace.server.queue.MessageMove;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The command {@code millrace get}. */
@Command(
        name = "get",
        description = {
            """
            Gets messages from a queue, and prints their bodies or writes them to files.\
            """,
            """
            On a terminal, control characters are escaped. Pipes and files receive exactly the \
            bytes of one message; with --all, --headers or a --count above 1, they receive a line \
            feed after each body that does not end with one. --to writes exactly the bytes. A \
            message is removed from the queue only after it was written. Exit code 1 if there was \
            no message.\
            """
        },
        footer =
                """

                Examples:  ./millrace get ORDERS.DONE --count 10 --to done/
                           ./millrace get SYSTEM.DEAD.LETTER.QUEUE --capsule\
                """)
final class GetCommand extends ConsoleCommand {

    /** Interval of requests while a command waits for a message. */
    private static final long POLL_NANOS = 200_000_000;

    private static final String KEPT = "; the message stays on the queue";

    @Mixin private AdministrationOptions administration;

    @Parameters(paramLabel = "QUEUE", description = "The queue.")
    private String queue;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1",
            description = "Maximum number (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(names = "--all", description = "Gets all messages on the queue.")
    private boolean all;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Time to wait for each message (default: ${DEFAULT-VALUE}).")
    private double wait;

    @Option(
            names = "--headers",
            description = "Also prints the message descriptor, the headers and the failure.")
    private boolean headers;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description =
                    """
                    Writes each message to files in this folder: the body to NAME.msg and the \
                    headers to NAME.headers.yaml, from which put restores the message.\
                    """)
    private Path folder;

    @Option(
            names = "--capsule",
            description =
                    """
                    Writes each message of a backout or dead-letter queue to one file, with its \
                    failure: NAME.capsule.yaml in the folder of --to (default: the current \
                    folder).\
                    """)
    private boolean capsule;

    @Option(
            names = "--unmasked",
            description =
                    """
                    With --capsule: also writes messages of applications with sensitive fields, \
                    which are in the capsule unchanged.\
                    """)
    private boolean unmasked;

    @Override
    public Integer call() throws IOException {
        Usage.atLeast(1, "--count", count);
        QueueName.checkUsable(queue);
        if (!(wait >= 0)) {
            throw Usage.wrong("--wait", "must be 0 or more (found " + wait + ")");
        }
        if (all && isGiven("--count")) {
            throw wrongUsage("--all cannot be combined with --count");
        }
        if (capsule && headers) {
            throw wrongUsage(
                    "--headers cannot be combined with --capsule, which contains the headers");
        }
        if (unmasked && !capsule) {
            throw Usage.wrong("--unmasked", "requires --capsule");
        }
        if (administration.isJson() && (headers || capsule || folder != null)) {
            throw wrongUsage("--json cannot be combined with --headers, --capsule or --to");
        }
        createFolder();
        int requested = all ? Integer.MAX_VALUE : count;
        if (administration.usesApi()) {
            return administration.call(console, client -> fromServer(client, requested));
        }
        int taken = 0;
        try (QueueStore store = administration.home().open(false, console);
                QueueSession session = store.session();
                QueueReader reader = session.reader(queue)) {
            MessageMove.checkReadable(store, queue);
            while (taken < requested) {
                QueueMessage message = reader.receive((long) (wait * 1000));
                if (message == null) {
                    break;
                }
                taken++;
                // A write can fail for reasons other than the message, so its backout count must
                // not increase.
                session.keepBackoutCounts();
                write(message, taken);
                console.requireWritten(KEPT);
                session.commit();
            }
        }
        return report(taken);
    }

    private int report(int taken) {
        if (taken == 0) {
            console.report("no message on " + queue);
            return ExitCode.ERRORS;
        }
        return ExitCode.OK;
    }

    /**
     * Gets messages through the administration API. A message is deleted from the queue after it
     * was written, so it can be written twice if the command ends in between.
     */
    private int fromServer(AdministrationClient client, int requested) {
        ServerMessages messages = new ServerMessages(client, queue);
        messages.checkReadable();
        int taken = 0;
        long deadline = System.nanoTime() + (long) (wait * 1e9);
        while (taken < requested) {
            List<QueueMessage> next = messages.browse(1).messages();
            if (next.isEmpty()) {
                if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
                    break;
                }
                LockSupport.parkNanos(POLL_NANOS);
                continue;
            }
            taken++;
            try {
                write(next.getFirst(), taken);
                console.requireWritten(KEPT);
            } catch (IOException e) {
                throw FileErrors.unwritable(Path.of("standard output"), e);
            }
            messages.remove(next.getFirst());
            deadline = System.nanoTime() + (long) (wait * 1e9);
        }
        return report(taken);
    }

    private void write(QueueMessage message, int number) throws IOException {
        if (administration.isJson()) {
            console.println(
                    new JsonMapper()
                            .writeValueAsString(
                                    new MessageJson(MessageFiles.assembler())
                                            .write(
                                                    message,
                                                    number,
                                                    MessageJson.Content.TEXT,
                                                    MessageJson.ANY)));
            return;
        }
        if (headers) {
            console.out().print(MessageText.descriptor(message.descriptor()));
            console.out().print(MessageText.headers(message, MessageFiles.assembler()));
        }
        if (folder != null || capsule) {
            console.report(number + ": " + file(message));
            return;
        }
        if (console.isTerminal()) {
            console.println(MessageText.body(message, MessageFiles.assembler()).stripTrailing());
            return;
        }
        Bytes body = MessageYaml.of(message, MessageFiles.assembler()).body();
        console.out().flush();
        console.bytes().write(body.array(), body.start(), body.length());
        boolean isOnly = count == 1 && !all && !headers;
        if (!isOnly && (body.isEmpty() || body.at(body.length() - 1) != '\n')) {
            console.bytes().write('\n');
        }
        console.bytes().flush();
    }

    private Path file(QueueMessage message) {
        Path target = folder == null ? Path.of("") : folder;
        String name = queue + "-" + message.descriptor().msgId().hex();
        try {
            if (capsule) {
                checkSensitive(message);
                Path file = target.resolve(name + Capsule.SUFFIX);
                String text =
                        Capsule.of(message, MessageFiles.assembler())
                                .write(MessageFiles.assembler());
                return Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
            }
            Path file = target.resolve(name + ".msg");
            MessageFiles.samples().write(file, message);
            return file;
        } catch (FileAlreadyExistsException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "the file " + e.getFile() + " already exists: the message stays on the queue",
                    e);
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    FileErrors.unwritable(target.resolve(name), e).getMessage()
                            + "; the message stays on the queue",
                    e);
        }
    }

    private void checkSensitive(QueueMessage message) {
        if (!unmasked && message.failure() != null && message.failure().isSensitive()) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "the message %s can contain sensitive fields of the application of the flow %s, which a capsule does not mask; the message stays on the queue. --unmasked writes it"
                            .formatted(
                                    message.descriptor().msgId().hex(), message.failure().flow()));
        }
    }

    /** Creates the folder of the files, before a message is received. */
    private void createFolder() {
        if (folder == null) {
            return;
        }
        try {
            Files.createDirectories(folder.toAbsolutePath());
        } catch (FileAlreadyExistsException e) {
            throw Usage.wrong("--to", "must be a folder (found the file " + folder + ")");
        } catch (IOException e) {
            throw FileErrors.unwritable(folder, e);
        }
    }
}
