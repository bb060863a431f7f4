package io.millrace.benchmarks.command;

import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.apache.commons.math3.stat.StatUtils;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures the start of {@code millrace run} in a separate process. One message is put when the
 * flow is ready. The measured time ends when a Trace node, the second-last node of the flow, has
 * written the result of a Compute node to a file. The process then ends.
 */
final class Starts {

    /** The location of the queues of the started broker. */
    enum Queues {
        MEMORY,
        /** A home folder that another process has used before. */
        KNOWN_HOME,
        /** A home folder that does not exist. */
        NEW_HOME
    }

    private static final Duration MAX_WAIT = Duration.ofSeconds(90);

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

    private final List<String> launcher;
    private final Path folder;
    private final Path greeting;
    private int homes;

    /**
     * Creates the application that the process runs.
     *
     * @param launcher command line of the program, up to the command {@code run}
     * @param folder empty folder for all files, including the home folder that is used again
     */
    Starts(List<String> launcher, Path folder) throws IOException {
        this.launcher = launcher;
        this.folder = folder.toAbsolutePath();
        greeting = this.folder.resolve("greeting");
        Path application = Files.createDirectory(this.folder.resolve("start"));
        Files.writeString(this.folder.resolve("ann.xml"), "<guest><name>Ann</name></guest>");
        Files.writeString(application.resolve("start.esql"), ESQL);
        String file = greeting.toString().replace("\\", "\\\\");
        Files.writeString(application.resolve("start.flow.yaml"), FLOW.formatted(file));
    }

    /**
     * Measures starts with each location of the queues, in turns. The first start of each is a
     * warm-up.
     */
    List<ResultRow> measure(int runs, Consumer<String> progress)
            throws IOException, InterruptedException {
        Map<Queues, List<Double>> seconds = new EnumMap<>(Queues.class);
        for (int i = 0; i <= runs; i++) {
            progress.accept(i == 0 ? "warming up ..." : "run " + i + " of " + runs);
            for (Queues queues : Queues.values()) {
                double took = once(queues);
                if (i > 0) {
                    seconds.computeIfAbsent(queues, q -> new ArrayList<>()).add(took);
                }
            }
        }
        return seconds.entrySet().stream().map(e -> row(e.getKey(), e.getValue())).toList();
    }

    /**
     * Starts the process once.
     *
     * @return seconds from the start of the process until the message was processed
     * @throws MillraceException if no message was processed; the message contains the output of the
     *     process
     */
    double once(Queues queues) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of("run", folder + "/start", "--until-idle", "--put"));
        command.add(folder + "/ann.xml");
        switch (queues) {
            case MEMORY -> command.add("--memory");
            case KNOWN_HOME -> command.addAll(List.of("--home", folder + "/known"));
            case NEW_HOME -> command.addAll(List.of("--home", folder + "/new-" + ++homes));
        }
        Path log = folder.resolve("log");
        Files.deleteIfExists(greeting);
        long begin = System.nanoTime();
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try {
            while (!Files.exists(greeting)
                    && process.isAlive()
                    && System.nanoTime() - begin < MAX_WAIT.toNanos()) {
                Thread.sleep(1);
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            if (!process.waitFor(MAX_WAIT) || process.exitValue() != 0 || !Files.exists(greeting)) {
                throw new MillraceException(
                        ErrorCode.FLOW_STOPPED,
                        "%s%ndid not process its message and end in time; its output is:%n%s"
                                .formatted(String.join(" ", command), Files.readString(log)));
            }
            return seconds;
        } finally {
            process.destroy();
        }
    }

    private static ResultRow row(Queues queues, List<Double> seconds) {
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
