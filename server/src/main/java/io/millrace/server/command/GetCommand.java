package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The command {@code millrace get}. */
@Command(
        name = "get",
        description = {
            """
            Gets messages from a queue, and prints their bodies or writes each to a file.\
            """,
            """
            On a terminal, control characters are escaped; pipes and files receive the bytes. A \
            message is removed from the queue only after it was written. Exit code 1 if there was \
            no message.\
            """
        },
        footer = "\nExample:  ./millrace get ORDERS.DONE --count 10 --to done/")
public final class GetCommand extends ConsoleCommand {

    @Mixin private HomeFolder home;

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

    @Option(names = "--headers", description = "Also prints the message descriptor.")
    private boolean headers;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description = "Writes each body to a separate file in this folder.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        Usage.atLeast(1, "--count", count);
        int taken = 0;
        int requested = all ? Integer.MAX_VALUE : count;
        try (QueueStore store = home.open(false);
                QueueSession session = store.session();
                QueueReader reader = session.reader(queue)) {
            while (taken < requested) {
                QueueMessage message = reader.receive((long) (wait * 1000));
                if (message == null) {
                    break;
                }
                taken++;
                write(message, taken);
                session.commit();
            }
        }
        if (taken == 0) {
            console.report("no message on " + queue);
            return ExitCode.ERRORS;
        }
        return ExitCode.OK;
    }

    private void write(QueueMessage message, int number) throws IOException {
        if (headers) {
            console.out().print(MessageText.descriptor(message.descriptor()));
        }
        if (folder != null) {
            Files.createDirectories(folder);
            Path file = folder.resolve(queue + "-" + message.descriptor().msgId().hex() + ".msg");
            try {
                Files.write(file, message.body().toArray(), StandardOpenOption.CREATE_NEW);
            } catch (FileAlreadyExistsException e) {
                throw new MillraceException(
                        ErrorCode.FILE_UNREADABLE,
                        "the file " + file + " already exists: the message stays on the queue",
                        e);
            }
            console.report(number + ": " + file);
            return;
        }
        if (console.isTerminal()) {
            console.println(MessageText.body(message.body()).stripTrailing());
            return;
        }
        console.out().flush();
        console.bytes()
                .write(message.body().array(), message.body().start(), message.body().length());
        if (message.body().isEmpty() || message.body().at(message.body().length() - 1) != '\n') {
            console.bytes().write('\n');
        }
        console.bytes().flush();
    }
}
