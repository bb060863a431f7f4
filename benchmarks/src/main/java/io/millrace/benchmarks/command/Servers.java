package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.Meter;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;
import io.millrace.flows.broker.FlowId;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;
import io.millrace.server.process.Server;

import org.apache.commons.math3.stat.StatUtils;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Measures what the administration of a server costs: statistics and calls of consoles beside the
 * same flow without them, in turns; the longest response time while an application is deployed
 * again; and the time to start and the memory of server processes.
 */
final class Servers {

    private static final int MESSAGE = 1_024;
    private static final int UNIT = 100;
    private static final int CONSOLES = 10;
    private static final int CONSOLE_MILLIS = 200;
    private static final Duration MAX_WAIT = Duration.ofSeconds(90);
    private static final Duration BETWEEN_DEPLOYMENTS = Duration.ofMillis(300);

    /** Idle time of a started server before the memory measurement. */
    private static final Duration IDLE = Duration.ofSeconds(10);

    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");

    private static final String FLOW =
            """
            flow: echo
            nodes:
              in:  {type: MQInput, queue: ECHO.IN%1$s, domain: XMLNSC}
              set: {type: Compute, module: Echo}
              out: {type: MQOutput, queue: ECHO.OUT%1$s}
            connections:
              in.out: set
              set.out: out
            """;

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Echo
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                SET OutputRoot = InputRoot;
                SET OutputRoot.XMLNSC.order.version = '%s';
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static final FlowId ECHO = new FlowId("default", "echo", "echo");

    private final List<String> launcher;
    private final Path folder;
    private final int rounds;
    private final int count;
    private final Consumer<String> progress;
    private final HttpClient client = HttpClient.newHttpClient();

    /**
     * @param launcher command line of the program, up to the command {@code server}
     * @param folder empty folder for homes and applications
     * @param rounds number of measured rounds; one more is a warm-up
     * @param count number of messages of a round
     */
    Servers(List<String> launcher, Path folder, int rounds, int count, Consumer<String> progress) {
        this.launcher = launcher;
        this.folder = folder.toAbsolutePath();
        this.rounds = rounds;
        this.count = count;
        this.progress = progress;
    }

    List<ResultRow> measure() throws Exception {
        Path home = folder.resolve("home");
        List<ResultRow> rows = new ArrayList<>();
        BrokerBuilder builder =
                Broker.builder()
                        .home(home)
                        .statistics(true)
                        .acceptor(Acceptor.loopback(Acceptor.Protocol.CORE));
        try (Broker broker = builder.start();
                Server server = Server.open(home, builder, broker, false)) {
            server.openApi();
            server.restore(List.of());
            command("deploy", application("echo", 1, "").toString(), "--home", home.toString());
            rows.addAll(costs(broker, server, home));
            rows.add(redeployments(broker, home));
        }
        rows.addAll(processes());
        return rows;
    }

    // The cost of statistics and consoles

    private List<ResultRow> costs(Broker broker, Server server, Path home) throws Exception {
        List<Double> without = new ArrayList<>();
        List<Double> statistics = new ArrayList<>();
        List<Double> consoles = new ArrayList<>();
        for (int i = 0; i <= rounds; i++) {
            progress.accept(i == 0 ? "warming up ..." : "round " + i + " of " + rounds);
            boolean isMeasured = i > 0;
            without.add(drain(broker, home));
            statistics(home, "on");
            statistics.add(drain(broker, home));
            statistics(home, "off");
            try (Consoles _ = new Consoles(server.url(), home)) {
                consoles.add(drain(broker, home));
            }
            if (!isMeasured) {
                List.of(without, statistics, consoles).forEach(List::clear);
            }
        }
        double bare = median(without);
        return List.of(
                costs("without", without),
                costs("statistics", statistics)
                        .with(Map.of(ResultRow.RATIO, median(statistics) / bare)),
                costs("ten consoles", consoles)
                        .with(Map.of(ResultRow.RATIO, median(consoles) / bare)));
    }

    private static ResultRow costs(String who, List<Double> micros) {
        return ResultRow.alone(
                        new Work("server-flow", "", "XML", false, MESSAGE),
                        who,
                        1,
                        micros.stream().map(m -> 1e6 / m).toList(),
                        Double.NaN)
                .with(Map.of("processorMicros", median(micros)));
    }

    private void statistics(Path home, String snapshot) {
        command(
                "statistics",
                "echo",
                "--snapshot",
                snapshot,
                "--nodes",
                snapshot.equals("on") ? "basic" : "none",
                "--home",
                home.toString());
    }

    /** Returns the processor time of a message in microseconds. */
    private double drain(Broker broker, Path home) {
        broker.stop(ECHO);
        purge(broker, home);
        byte[] body = new byte[MESSAGE];
        Arrays.fill(body, (byte) ' ');
        byte[] order = "<order><id>1</id></order>".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(order, 0, body, 0, order.length);
        QueueMessage message =
                new QueueMessage(new Mqmd().persistence(Mqmd.PERSISTENCE_NO), Bytes.of(body));
        try (QueueSession session = broker.store().session()) {
            for (int i = 0; i < count; i++) {
                session.put("ECHO.IN", message, true);
                if (i % UNIT == UNIT - 1) {
                    session.commit();
                }
            }
            session.commit();
        }
        Meter meter = new Meter();
        meter.begin();
        broker.start(ECHO);
        while (broker.store().depth("ECHO.IN") > 0) {
            LockSupport.parkNanos(1_000_000);
        }
        meter.end();
        return meter.perMessage(count).cpuMillisPerMessage() * 1_000;
    }

    private static void purge(Broker broker, Path home) {
        if (broker.store().depth("ECHO.OUT") > 0) {
            command("queues", "purge", "ECHO.OUT", "--home", home.toString());
        }
    }

    /** Ten consoles, each of which requests the status five times a second. */
    private final class Consoles implements AutoCloseable {

        private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(CONSOLES);

        Consoles(String url, Path home) throws IOException {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(url + "/v1/broker/status"))
                            .header(
                                    "Authorization",
                                    "Bearer "
                                            + Files.readString(home.resolve("server/token"))
                                                    .strip())
                            .build();
            for (int i = 0; i < CONSOLES; i++) {
                timers.scheduleAtFixedRate(
                        () -> ask(request),
                        (long) i * CONSOLE_MILLIS / CONSOLES,
                        CONSOLE_MILLIS,
                        TimeUnit.MILLISECONDS);
            }
        }

        private void ask(HttpRequest request) {
            int status =
                    client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                            .join()
                            .statusCode();
            if (status != 200) {
                progress.accept("a console received the status " + status);
            }
        }

        @Override
        public void close() {
            timers.close();
        }
    }

    // Redeployment

    /** Measures the longest response time of the flow during each of several deployments. */
    private ResultRow redeployments(Broker broker, Path home) throws Exception {
        purge(broker, home);
        broker.start(ECHO);
        int deployments = 20 * rounds;
        List<Double> longest = new ArrayList<>();
        Requests requests = new Requests(broker);
        Thread thread = Thread.ofPlatform().start(requests);
        for (int i = 0; i < deployments; i++) {
            progress.accept("deployment " + (i + 1) + " of " + deployments);
            Path next = application("echo", i + 2, "");
            requests.longestMillis = 0;
            command("deploy", next.toString(), "--home", home.toString());
            Thread.sleep(BETWEEN_DEPLOYMENTS);
            longest.add(requests.longestMillis);
        }
        requests.isEnded = true;
        thread.join();
        double[] values = longest.stream().mapToDouble(Double::doubleValue).toArray();
        return ResultRow.alone(
                        new Work("redeployment", "", "XML", false, MESSAGE),
                        ResultRow.MILLRACE,
                        1,
                        longest.stream().map(m -> 1_000 / m).toList(),
                        Double.NaN)
                .with(
                        Map.of(
                                "medianMillis", StatUtils.percentile(values, 50),
                                "p99Millis", StatUtils.percentile(values, 99)));
    }

    /** A client that puts one request at a time and waits for the reply. */
    private static final class Requests implements Runnable {

        private final Broker broker;
        volatile double longestMillis;
        volatile boolean isEnded;

        Requests(Broker broker) {
            this.broker = broker;
        }

        @Override
        public void run() {
            while (!isEnded) {
                long begin = System.nanoTime();
                broker.put("ECHO.IN", "<order><id>1</id></order>");
                if (broker.get("ECHO.OUT", MAX_WAIT).isEmpty()) {
                    throw new IllegalStateException(
                            "the queue ECHO.OUT has no message after " + MAX_WAIT);
                }
                double millis = (System.nanoTime() - begin) / 1e6;
                longestMillis = Math.max(longestMillis, millis);
            }
        }
    }

    // Processes

    private List<ResultRow> processes() throws Exception {
        List<ResultRow> rows = new ArrayList<>();
        rows.add(process("server-empty", 0, 0));
        rows.add(process("server-1-application", 1, 0));
        rows.add(process("server-11-applications", 11, 0));
        rows.add(process("server-11-groups", 1, 11));
        return rows;
    }

    /** Measures the start and the memory of a server with applications and further groups. */
    private ResultRow process(String name, int applications, int groups) throws Exception {
        Path home = folder.resolve(name);
        List<Double> seconds = new ArrayList<>();
        List<Double> megabytes = new ArrayList<>();
        for (int i = 0; i <= rounds; i++) {
            progress.accept(name + (i == 0 ? ": preparing ..." : ": start " + i + " of " + rounds));
            Path log = folder.resolve(name + ".log");
            List<String> command = new ArrayList<>(launcher);
            command.addAll(List.of("server", "--home", home.toString()));
            long begin = System.nanoTime();
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            try {
                await(process, log, begin);
                if (i > 0) {
                    seconds.add((System.nanoTime() - begin) / 1e9);
                    Thread.sleep(IDLE);
                    megabytes.add(residentMegabytes(process));
                } else {
                    deploy(home, applications, groups);
                }
            } finally {
                process.destroy();
                process.waitFor();
            }
        }
        return ResultRow.alone(
                        new Work(name, "", "", true, 0),
                        ResultRow.MILLRACE,
                        1,
                        seconds.stream().map(s -> 1 / s).toList(),
                        Double.NaN)
                .with(
                        Map.of(
                                "medianSeconds", median(seconds),
                                "residentMegabytes", median(megabytes)));
    }

    private static void await(Process process, Path log, long begin) throws IOException {
        while (!Files.readString(log).contains(" is ready: ")) {
            if (!process.isAlive() || System.nanoTime() - begin > MAX_WAIT.toNanos()) {
                throw new MillraceException(
                        ErrorCode.FLOW_STOPPED,
                        "the server did not start in time; its output is: %s"
                                .formatted(Files.readString(log)));
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void deploy(Path home, int applications, int groups) throws IOException {
        for (int i = 0; i < applications; i++) {
            String name = "echo" + i;
            Path application = application(name, 1, "." + i);
            command("deploy", application.toString(), "--home", home.toString());
        }
        if (groups > 0) {
            List<String> assign = new ArrayList<>(List.of("assign", "echo0", "echo"));
            IntStream.range(0, groups).forEach(i -> assign.addAll(List.of("--group", "g" + i)));
            assign.addAll(List.of("--home", home.toString()));
            command(assign.toArray(String[]::new));
        }
    }

    private static double residentMegabytes(Process process) throws IOException {
        Matcher found =
                RESIDENT.matcher(
                        Files.readString(Path.of("/proc/%d/status".formatted(process.pid()))));
        return found.find() ? Long.parseLong(found.group(1)) / 1_024.0 : Double.NaN;
    }

    /** Writes an application with one flow. */
    private Path application(String name, int version, String suffix) throws IOException {
        Path application =
                Files.createDirectories(folder.resolve(name + "-" + version).resolve(name));
        Files.writeString(
                application.resolve("application.yaml"),
                "name: %s\nversion: \"%d\"\n".formatted(name, version));
        Files.writeString(application.resolve("echo.flow.yaml"), FLOW.formatted(suffix));
        Files.writeString(application.resolve("echo.esql"), ESQL.formatted(version));
        return application;
    }

    private static void command(String... arguments) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        int code = Millrace.run(new Console(output, output, false), arguments);
        if (code != 0) {
            throw new MillraceException(
                    ErrorCode.FLOW_STOPPED,
                    "%s failed: %s"
                            .formatted(
                                    String.join(" ", arguments),
                                    output.toString(StandardCharsets.UTF_8)));
        }
    }

    private static double median(List<Double> values) {
        return StatUtils.percentile(values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
    }
}
