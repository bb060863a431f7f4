package io.millrace.work;

import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStores;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.server.Millrace;
import io.millrace.testing.JavaProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process with little memory. */
final class MemoryProcess implements AutoCloseable {

    private final Process process;
    private final Path log;

    private MemoryProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    private static MemoryProcess start(
            Path log, Class<?> main, List<String> options, String... arguments) throws IOException {
        List<String> all =
                new ArrayList<>(
                        List.of("-XX:+UseParallelGC", "-Dlogback.configurationFile=logback.xml"));
        all.addAll(options);
        return new MemoryProcess(
                JavaProcess.of(main, all, arguments)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start(),
                log);
    }

    /** A command with the options that the launcher gives it. */
    static MemoryProcess command(Path log, String heap, String... arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of("-Xmx" + heap));
        if (arguments[0].equals("run")) {
            options.add("-XX:+ExitOnOutOfMemoryError");
        }
        return start(log, Millrace.class, options, arguments);
    }

    /** A program with a broker of its own. */
    static MemoryProcess embedding(Path log, String heap, Path home, Path application)
            throws IOException {
        return start(
                log,
                MemoryProcess.class,
                List.of("-Xmx" + heap),
                home.toString(),
                application.toString());
    }

    /** Embeds a broker, and ends when that has closed itself. */
    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch fatal = new CountDownLatch(1);
        Broker broker =
                Broker.builder()
                        .home(Path.of(arguments[0]))
                        .acceptor(Acceptor.loopback(Protocol.CORE))
                        .fatalErrorHandler(
                                reason -> {
                                    System.out.println(
                                            "fatal " + reason.code() + " " + reason.getMessage());
                                    fatal.countDown();
                                })
                        .start();
        broker.deploy(Application.load(Path.of(arguments[1])));
        fatal.await();
        broker.close();
        System.out.println("closed");
        System.exit(0);
    }

    /** Queues of the broker that this process runs; empty while they cannot be reached. */
    static Optional<QueueStore> attach(Path home) {
        try {
            return Files.isDirectory(home)
                    ? QueueStores.load(MemoryProcess.class.getClassLoader())
                            .provider(QueueStores.ARTEMIS)
                            .attach(home)
                    : Optional.empty();
        } catch (RuntimeException notYet) {
            return Optional.empty();
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            throw new AssertionError("the process has not ended; see " + log);
        }
        return process.exitValue();
    }

    String output() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
