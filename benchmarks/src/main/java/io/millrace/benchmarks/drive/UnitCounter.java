package io.millrace.benchmarks.drive;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Counts the cost of units of work while the process does nothing else: forced writes by owner,
 * packets to the database, and its processor time. PostgreSQL only.
 */
public final class UnitCounter {

    /** Names of figures in results. */
    public static final String MESSAGES_IN_UNIT = "messagesPerUnit";

    public static final String DECISIONS_FORCED = "decisionsForcedPerMessage";
    public static final String DATABASE_SENDS = "databaseSendsPerMessage";

    /** Time without work after which PostgreSQL's processes have reported what they count. */
    private static final Duration UNTIL_REPORTED = Duration.ofMillis(11_000);

    private static final String FORCE = "jdk.FileForce";
    private static final String SEND = "jdk.SocketWrite";

    /** PostgreSQL's counts; units by the numbers of transactions that it has assigned. */
    private record Counts(long units, long forced, long cpuNanos) {}

    private final Database database;
    private final Path folder;
    private final boolean waits;
    private Counts last;

    /**
     * @param waits whether to wait until PostgreSQL reports how often it has forced its log, eleven
     *     seconds each time; otherwise that is not counted
     */
    UnitCounter(Database database, Path folder, boolean waits) {
        this.database = database;
        this.folder = folder;
        this.waits = waits;
    }

    /** Counts during work that returns its number of messages. */
    Map<String, Double> count(Callable<Long> work) throws Exception {
        Path file = folder.resolve("units.jfr");
        try (Connection connection = database.connect();
                Recording recording = new Recording()) {
            recording.enable(FORCE).withThreshold(Duration.ZERO).withoutStackTrace();
            recording
                    .enable(SEND)
                    .withThreshold(Duration.ZERO)
                    .withoutStackTrace()
                    .with("throttle", "off");
            Counts before = last == null ? counts(connection) : last;
            recording.start();
            double messages = work.call();
            recording.stop();
            last = counts(connection);
            recording.dump(file);
            Map<String, Double> figures = events(file, messages);
            figures.put(MESSAGES_IN_UNIT, messages / (last.units - before.units));
            if (waits) {
                figures.put("databaseForcedPerMessage", (last.forced - before.forced) / messages);
            }
            figures.put(
                    "databaseCpuMillisPerMessage",
                    (last.cpuNanos - before.cpuNanos) / 1e6 / messages);
            return figures;
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private Counts counts(Connection connection) throws SQLException, InterruptedException {
        if (waits) {
            Thread.sleep(UNTIL_REPORTED);
        }
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                """
                                SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
                                 (SELECT SUM(fsyncs) FROM pg_stat_io WHERE object = 'wal'), pg_backend_pid()
                                """)) {
            row.next();
            // The server and all its processes, of which that of the connection is one.
            ProcessHandle server =
                    ProcessHandle.of(row.getLong(3)).flatMap(ProcessHandle::parent).orElseThrow();
            long cpuNanos =
                    server.descendants()
                            .mapToLong(
                                    p ->
                                            p.info()
                                                    .totalCpuDuration()
                                                    .orElse(Duration.ZERO)
                                                    .toNanos())
                            .sum();
            return new Counts(row.getLong(1), row.getLong(2), cpuNanos);
        }
    }

    /** Forced writes that are not of the message journal are of a log of decisions. */
    private Map<String, Double> events(Path recording, double messages) throws IOException {
        int port = URI.create(database.url().substring("jdbc:".length())).getPort();
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String name : List.of("storeForcedPerMessage", DECISIONS_FORCED, DATABASE_SENDS)) {
            figures.put(name, 0.0);
        }
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            String name = DATABASE_SENDS;
            if (event.getEventType().getName().equals(FORCE)) {
                String path = event.getString("path");
                name =
                        path != null && path.contains("/activemq-")
                                ? "storeForcedPerMessage"
                                : DECISIONS_FORCED;
            } else if (event.getInt("port") != port) {
                continue;
            }
            figures.merge(name, 1 / messages, Double::sum);
        }
        return figures;
    }
}
