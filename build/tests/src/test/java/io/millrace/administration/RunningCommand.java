package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;

/** A command in a thread of its own, whose output is awaited. */
final class RunningCommand implements AutoCloseable {

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final FutureTask<Integer> code;
    private final Thread thread;

    private RunningCommand(String... arguments) {
        Console console = new Console(output, output, false);
        code = new FutureTask<>(() -> Millrace.run(console, arguments));
        thread = Thread.ofPlatform().daemon().start(code);
    }

    static RunningCommand start(String... arguments) {
        return new RunningCommand(arguments);
    }

    String output() {
        return output.toString(StandardCharsets.UTF_8);
    }

    void awaitOutput(String text) {
        await().until(() -> code.isDone() || output().contains(text));
        assertThat(output()).contains(text);
    }

    /** Waits for the end of the command and returns its exit code. */
    int end() throws Exception {
        return code.get();
    }

    /** Interrupts the command and waits until it has released its files. */
    @Override
    public void close() {
        thread.interrupt();
        await().until(() -> !thread.isAlive());
    }
}
