package io.millrace.files;

import io.millrace.engine.queue.QueueStatus;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.testing.JavaProcess;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process with a broker that runs an application, and is killed meanwhile. */
final class FileProcess {

    static final String OUT = "OUT";
    private static final Duration PACE = Duration.ofMillis(10);

    private FileProcess() {}

    /**
     * Runs an application until OUT contains a number of messages, then kills the process.
     *
     * @param all number of messages after which the process ends by itself
     * @param heap maximum size of the heap
     */
    static void run(Path home, Path application, int messages, int all, String heap)
            throws IOException, InterruptedException {
        Process process =
                JavaProcess.of(
                                FileProcess.class,
                                List.of("-Dlogback.configurationFile=logback.xml", "-Xmx" + heap),
                                home.toString(),
                                application.toString(),
                                Integer.toString(all))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var said = process.inputReader(StandardCharsets.UTF_8)) {
            String line = said.readLine();
            while (line != null && Long.parseLong(line) < messages) {
                line = said.readLine();
            }
            if (line == null && process.waitFor() != 0) {
                throw new IllegalStateException("the process ended with an error");
            }
        } finally {
            process.destroyForcibly();
            process.waitFor(240, TimeUnit.SECONDS);
        }
    }

    /** The process. It prints the number of messages in OUT. */
    public static void main(String[] arguments) {
        int all = Integer.parseInt(arguments[2]);
        try (Broker broker = Broker.builder().home(Path.of(arguments[0])).start()) {
            broker.deploy(Application.load(Path.of(arguments[1])));
            long depth = 0;
            while (depth < all) {
                QueueStatus status = broker.store().status(OUT);
                if (status.depth() != depth) {
                    depth = status.depth();
                    System.out.println(depth);
                }
                broker.awaitIdle(PACE);
            }
            while (!broker.awaitIdle(PACE)) {
                // Until the last file was archived.
            }
        }
    }
}
