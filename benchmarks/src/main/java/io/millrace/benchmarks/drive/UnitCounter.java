package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Database;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts the cost of units of work while the process does nothing else: forced writes by owner,
 * packets to the database, and its processor time. PostgreSQL only.
 */
public final class UnitCounter {

    /** Names of figures in results. */
    public static final String MESSAGES_IN_UNIT = "messagesPerUnit";

    public static final String STORE_FORCED = "storeForcedPerMessage";
    public static final String DECISIONS_FORCED = "decisionsForcedPerMessage";
    public static final String DATABASE_FORCED = "databaseForcedPerMessage";
    public static final String DATABASE_SENDS = "databaseSendsPerMessage";
    public static final String DATABASE_CPU = "databaseCpuMillisPerMessage";

    /** Time without work after which PostgreSQL has all counts of its processes. */
    private static final Duration UNTIL_TOLD = Duration.ofMillis(11_000);

    private static final String FORCE = "jdk.FileForce";
    private static final String SEND = "jdk.SocketWrite";
    private static final double NANOS_PER_MILLI = 1e6;

    /** Counts of PostgreSQL; units by the numbers of the transactions that it has assigned. */
    private record Reading(long units, long forced, long cpuNanos) {}

    private final Database database;
    private final Path folder;
    private final boolean waits;
    private Reading last;

    /**
     * @param waits whether to wait until PostgreSQL reports the number of forces of its log, which
     *     takes eleven seconds each time; otherwise that is not counted
     */
    UnitCounter(Database database, Path folder, boolean waits) {
        this.database = database;
        this.folder = folder;
        this.waits = waits;
    }

    /** Work that returns its number of messages. */
    interface Work {
        long run();
    }

    /** Counts. */
    Map<String, Double> count(Work work) throws IOException, SQLException, InterruptedException {
        Path file = folder.resolve("units.jfr");
        try (Connection connection =
                        DriverManager.getConnection(database.url(), database.user(), "");
                Recording recording = new Recording()) {
            recording.enable(FORCE).withThreshold(Duration.ZERO).withoutStackTrace();
            recording.enable(SEND).withThreshold(Duration.ZERO).withoutStackTrace();
            recording.enable(SEND).with("throttle", "off");
            Reading before = last == null ? settled(connection) : last;
            recording.start();
            long messages = work.run();
            recording.stop();
            Reading after = settled(connection);
            last = after;
            recording.dump(file);
            Map<String, Double> figures = events(file, messages);
            figures.put(MESSAGES_IN_UNIT, (double) messages / (after.units - before.units));
            if (waits) {
                figures.put(DATABASE_FORCED, (double) (after.forced - before.forced) / messages);
            }
            figures.put(
                    DATABASE_CPU, (after.cpuNanos - before.cpuNanos) / NANOS_PER_MILLI / messages);
            return figures;
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Returns the counts when PostgreSQL has all of them. */
    private Reading settled(Connection connection) throws SQLException, InterruptedException {
        if (waits) {
            Thread.sleep(UNTIL_TOLD);
        }
        return read(connection);
    }

    private static Reading read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint,"
                                        + " (SELECT SUM(fsyncs) FROM pg_stat_io WHERE object ="
                                        + " 'wal'), pg_backend_pid()")) {
            row.next();
            return new Reading(row.getLong(1), row.getLong(2), cpuNanos(row.getLong(3)));
        }
    }

    /**
     * Returns the processor time of the server and all processes that it has started, including the
     * caller's.
     */
    private static long cpuNanos(long backend) {
        ProcessHandle server =
                ProcessHandle.of(backend).flatMap(ProcessHandle::parent).orElseThrow();
        return server.descendants()
                .mapToLong(p -> p.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
    }

    private Map<String, Double> events(Path recording, long messages) throws IOException {
        int port = URI.create(database.url().substring("jdbc:".length())).getPort();
        long store = 0;
        long decisions = 0;
        long sends = 0;
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getEventType().getName().equals(SEND)) {
                sends += event.getInt("port") == port ? 1 : 0;
            } else if (isStore(event.getString("path"))) {
                store++;
            } else {
                decisions++;
            }
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(STORE_FORCED, (double) store / messages);
        figures.put(DECISIONS_FORCED, (double) decisions / messages);
        figures.put(DATABASE_SENDS, (double) sends / messages);
        return figures;
    }

    /**
     * Whether a file belongs to the message journal; the other forced files are logs of decisions.
     */
    private static boolean isStore(String path) {
        return path != null && Path.of(path).getFileName().toString().startsWith("activemq-");
    }
}
