package io.millrace.benchmarks.torture;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A running victim, as its parent sees it. */
final class VictimProcess implements AutoCloseable {

    private static final Duration MAX_START = Duration.ofSeconds(90);

    private final Process process;
    private final Path log;
    private final long begin = System.nanoTime();
    private final CompletableFuture<Long> ready = new CompletableFuture<>();
    private final CompletableFuture<String> done = new CompletableFuture<>();
    private volatile long readyMillis;
    private volatile long recoveryMicros;

    private VictimProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * @param home the broker's home folder
     * @param application its application's folder
     * @param log file to which the error output of the process is appended
     * @param archive archive of the classes that the first process has loaded that ends in an
     *     orderly way; it halves the start time of the others
     * @param options further options of the JVM: its fate
     */
    static VictimProcess start(
            Path home, Path application, Path log, Path archive, List<String> options)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        // Short lives: quick compilation, little memory, one thread for garbage.
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
        if (isOfJars(classPath)) {
            command.addAll(
                    List.of(
                            "-XX:+AutoCreateSharedArchive",
                            "-XX:SharedArchiveFile=" + archive,
                            "-Xlog:cds=off",
                            "-Xlog:cds+dynamic=off"));
        }
        command.addAll(
                List.of(
                        "-cp",
                        classPath,
                        Victim.class.getName(),
                        home.toString(),
                        application.toString()));
        Process process =
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        VictimProcess victim = new VictimProcess(process, log);
        Thread.ofPlatform().daemon().name("victim-output").start(victim::listen);
        return victim;
    }

    /** Whether a class path has only jars, because the JVM archives no classes of folders. */
    private static boolean isOfJars(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator)).allMatch(p -> p.endsWith(".jar"));
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(Victim.READY)) {
                    readyMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
                    recoveryMicros = Long.parseLong(line.substring(Victim.READY.length() + 1));
                    ready.complete(readyMillis);
                } else if (line.startsWith(Victim.DONE)) {
                    done.complete(line.substring(Victim.DONE.length() + 1));
                }
            }
        } catch (IOException e) {
            // The process is gone, as is its output.
        }
        ready.cancel(false);
        done.cancel(false);
    }

    /** Waits until it accepts messages; returns false if it died before. */
    boolean awaitReady() throws InterruptedException {
        try {
            ready.get(MAX_START.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | java.util.concurrent.CancellationException e) {
            return false;
        } catch (TimeoutException e) {
            throw new TortureException(
                    "the victim was not ready after "
                            + MAX_START.toSeconds()
                            + " s; what it says is in "
                            + log);
        }
    }

    /**
     * Returns the time from the start of its process until it accepted messages; 0 if it never did.
     */
    long readyMillis() {
        return readyMillis;
    }

    /** Returns the time that its flows waited for the recovery. */
    long recoveryMicros() {
        return recoveryMicros;
    }

    /** Waits for its death; returns false if it still lives after the time. */
    boolean awaitDeath(Duration time) throws InterruptedException {
        return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** Sends SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /**
     * Lets it complete all its work and end in an orderly way; returns the number of units that it
     * reports as damaged.
     */
    int finish() throws InterruptedException {
        try {
            process.outputWriter().write(Victim.FINISH + "\n");
            process.outputWriter().flush();
            String[] words = done.get().split(" ");
            process.waitFor();
            if (!Boolean.parseBoolean(words[0])) {
                throw new TortureException("the victim did not come to rest");
            }
            return Integer.parseInt(words[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ExecutionException | java.util.concurrent.CancellationException e) {
            throw new TortureException("the victim died while it was to finish its work");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
