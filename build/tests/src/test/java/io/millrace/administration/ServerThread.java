package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A server in this process. It starts with a fraction of the processor time of a process. Its log
 * on standard error is off.
 */
final class ServerThread extends TestServer {

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final Thread thread;

    private ServerThread(Path home, String... arguments) {
        super(home);
        Console console = new Console(output, output, false);
        String[] command = serverCommand(home, arguments);
        thread = Thread.ofPlatform().daemon().start(() -> Millrace.run(console, command));
    }

    /** Starts a server and waits until it is ready. */
    static ServerThread start(Path home, String... arguments) {
        ServerThread server = new ServerThread(home, arguments);
        await().until(() -> !server.thread.isAlive() || server.output().contains(READY));
        assertThat(server.thread.isAlive()).as(server.output()).isTrue();
        return server;
    }

    @Override
    String output() {
        return output.toString(StandardCharsets.UTF_8);
    }

    /** Ends the server in order, as a signal does. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(LONG_SECONDS * 1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(thread.isAlive()).as(output()).isFalse();
    }
}
