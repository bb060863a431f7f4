package io.millrace.processes;

import static org.awaitility.Awaitility.await;

import io.millrace.server.Millrace;
import io.millrace.server.console.Console;
import io.millrace.testing.ProcessTraining;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A server with a flow that has processed a message. It ends with the process. */
public final class ServerTraining implements ProcessTraining {

    private static final Duration MAX_WAIT = Duration.ofMinutes(3);

    @Override
    public void run(Path folder) throws IOException {
        String home = folder.resolve("home").toString();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Console console = new Console(output, output, false);
        Thread.ofPlatform().daemon().start(() -> Millrace.run(console, "server", "--home", home));
        await().atMost(MAX_WAIT)
                .until(() -> output.toString(StandardCharsets.UTF_8).contains(" is ready: "));
        run("deploy", application(folder).toString(), "--home", home);
        run("put", "TRAINING.IN", "--text", "<a/>", "--home", home);
        run("get", "TRAINING.OUT", "--wait", "60", "--home", home);
        run("list", "--home", home);
    }

    private static Path application(Path folder) throws IOException {
        Path application = Files.createDirectory(folder.resolve("training"));
        Files.writeString(
                application.resolve("training.flow.yaml"),
                """
                flow: training
                nodes:
                  in: {type: MQInput, queue: TRAINING.IN, domain: XMLNSC}
                  set: {type: Compute, module: Training}
                  out: {type: MQOutput, queue: TRAINING.OUT}
                connections:
                  in.out: set
                  set.out: out
                """);
        Files.writeString(
                application.resolve("training.esql"),
                """
                CREATE COMPUTE MODULE Training
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    SET OutputRoot = InputRoot;
                    SET OutputRoot.XMLNSC.a.b = 'text';
                    RETURN TRUE;
                  END;
                END MODULE;
                """);
        return application;
    }

    private static void run(String... command) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        int code = Millrace.run(new Console(output, output, false), command);
        if (code != 0) {
            throw new IllegalStateException(
                    "the command %s ended with %d: %s"
                            .formatted(command[0], code, output.toString(StandardCharsets.UTF_8)));
        }
    }
}
