package io.millrace.benchmarks.torture;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A running process of {@link Victim} or {@link DamageMatrix}, controlled by the parent process.
 */
final class VictimProcess implements AutoCloseable {

    private final Process process;
    private final Path log;
    private final long begin = System.nanoTime();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private long readyMillis;
    private long recoveryMicros;

    /**
     * Starts a process.
     *
     * @param log file to which the error output is appended
     * @param archive class data archive, with which processes start in half the time; created by
     *     the first process that ends by itself
     * @param options additional options of the virtual machine
     */
    VictimProcess(Class<?> main, Path log, Path archive, List<String> options, Object... arguments)
            throws IOException {
        this.log = log;
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        // The process runs briefly: fast compilation, little memory, a serial garbage collector.
        command.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx384m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Xshare:auto",
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED"));
        command.addAll(options);
        String classPath = System.getProperty("java.class.path");
        // The archive cannot contain classes from folders.
        if (Stream.of(classPath.split(File.pathSeparator)).allMatch(p -> p.endsWith(".jar"))) {
            command.addAll(
                    List.of(
                            "-XX:+AutoCreateSharedArchive",
                            "-XX:SharedArchiveFile=" + archive,
                            "-Xlog:cds=off",
                            "-Xlog:cds+dynamic=off"));
        }
        command.addAll(List.of("-cp", classPath, main.getName()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        process =
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        Thread.ofPlatform().daemon().name("victim-output").start(this::listen);
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().filter(line -> line.matches("(ready|done) .*")).forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            // The process has ended.
        }
        lines.add("ended");
    }

    /**
     * Waits until the process is ready to process messages. Returns false if the process ended
     * before.
     */
    boolean awaitReady() throws InterruptedException {
        String line = lines.poll(90, TimeUnit.SECONDS);
        if (line == null) {
            throw new TortureException("the victim was not ready in time; see " + log);
        }
        if (!line.startsWith(Victim.READY)) {
            return false;
        }
        readyMillis = (System.nanoTime() - begin) / 1_000_000;
        recoveryMicros = Long.parseLong(line.substring(Victim.READY.length()));
        return true;
    }

    /** Returns the time from the start of the process until it processed messages. */
    long readyMillis() {
        return readyMillis;
    }

    /** Returns the time that the flows waited for the recovery. */
    long recoveryMicros() {
        return recoveryMicros;
    }

    /** Waits until the process ends. Returns false if the process still runs after the time. */
    boolean awaitEnd(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Makes the process finish its work and end. Returns the number of damaged units. */
    int finish() throws IOException, InterruptedException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        String[] words = lines.take().split(" ");
        process.waitFor();
        if (words.length < 3 || !words[1].equals("true")) {
            throw new TortureException("the victim did not finish its work; see " + log);
        }
        return Integer.parseInt(words[2]);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
