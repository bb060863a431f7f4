package io.millrace.benchmarks.command;

import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.apache.commons.math3.stat.StatUtils;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts {@code millrace run} in its own process, with one message that is put when the flow is
 * ready, and waits until the flow's second-last node has written a program's output. The process
 * then ends by itself.
 */
final class Starts {

    /** The place of the queues of a broker that is started. */
    enum Queues {
        MEMORY,
        /** A home folder that another process has used before. */
        KNOWN_HOME,
        /** A home folder that does not exist. */
        NEW_HOME
    }

    private static final Duration MAX_WAIT = Duration.ofSeconds(90);

    /**
     * Interval at which the process is checked; the file that it creates is noticed immediately.
     */
    private static final Duration POLL = Duration.ofMillis(200);

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Greet
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot.MQMD = InputRoot.MQMD;
                SET OutputRoot.XMLNSC.greeting = 'Hello ' || InputRoot.XMLNSC.guest.name;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static final String FLOW =
            """
            flow: start
            nodes:
              in:    {type: MQInput, queue: START.IN, domain: XMLNSC}
              greet: {type: Compute, module: Greet}
              trace: {type: Trace, destination: file, filePath: "%s", pattern: "${Body.greeting}"}
              out:   {type: MQOutput, queue: START.OUT}
            connections:
              in.out: greet
              greet.out: trace
              trace.out: out
            """;

    private static final String GREETING = "'Hello Ann'";

    private final List<String> launcher;
    private final Path folder;
    private final Path traces;
    private final Path application;
    private final Path message;
    private int homes;

    /**
     * Creates the application that is started.
     *
     * @param launcher the command line of the program, up to its command {@code run}
     * @param folder an empty folder for all that is written; queues that are kept are in it
     */
    Starts(List<String> launcher, Path folder) throws IOException {
        this.launcher = List.copyOf(launcher);
        this.folder = folder.toAbsolutePath();
        traces = Files.createDirectory(this.folder.resolve("traces"));
        application = Files.createDirectory(this.folder.resolve("start"));
        message =
                Files.writeString(
                        this.folder.resolve("ann.xml"), "<guest><name>Ann</name></guest>");
        Files.writeString(application.resolve("start.esql"), ESQL);
        String file = traces.resolve("greeting").toString().replace("\\", "\\\\");
        Files.writeString(application.resolve("start.flow.yaml"), FLOW.formatted(file));
    }

    /**
     * Starts it once.
     *
     * @return from the start of its process until the message was processed
     * @throws MillraceException if no message was processed; the message contains the output of the
     *     process
     */
    Duration once(Queues queues) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of("run", application.toString(), "--until-idle", "--put"));
        command.add(message.toString());
        switch (queues) {
            case MEMORY -> command.add("--memory");
            case KNOWN_HOME -> command.addAll(List.of("--home", folder + "/known"));
            case NEW_HOME -> command.addAll(List.of("--home", folder + "/new-" + ++homes));
        }
        Path log = folder.resolve("log");
        Path greeting = traces.resolve("greeting");
        Files.deleteIfExists(greeting);
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            traces.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            long begin = System.nanoTime();
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            try {
                boolean made = false;
                while (!made
                        && process.isAlive()
                        && System.nanoTime() - begin < MAX_WAIT.toNanos()) {
                    made = watch.poll(POLL.toMillis(), TimeUnit.MILLISECONDS) != null;
                }
                long end = System.nanoTime();
                boolean ended = process.waitFor(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
                if (!made || !ended || process.exitValue() != 0 || !isGreeting(greeting)) {
                    throw failed(command, log);
                }
                return Duration.ofNanos(end - begin);
            } finally {
                process.destroy();
            }
        }
    }

    private static boolean isGreeting(Path greeting) throws IOException {
        return Files.exists(greeting) && Files.readString(greeting).strip().equals(GREETING);
    }

    private static MillraceException failed(List<String> command, Path log) throws IOException {
        return new MillraceException(
                ErrorCode.FLOW_STOPPED,
                "%s%ndid not process its message and end in time; its output is:%n%s"
                        .formatted(String.join(" ", command), Files.readString(log).strip()));
    }

    /** Returns the row of the starts with a place. */
    static ResultRow row(Queues queues, List<Double> seconds) {
        double[] values = seconds.stream().mapToDouble(Double::doubleValue).toArray();
        String word = queues.name().toLowerCase(Locale.ROOT).replace('_', '-');
        Work work = new Work("start-" + word, "", "XML", queues != Queues.MEMORY, 0);
        List<Double> rates = seconds.stream().map(s -> 1 / s).toList();
        return ResultRow.alone(work, ResultRow.MILLRACE, 1, rates, Double.NaN)
                .measuredFor(StatUtils.sum(values))
                .with(
                        Map.of(
                                "medianSeconds", StatUtils.percentile(values, 50),
                                "slowestSeconds", StatUtils.max(values)));
    }
}
