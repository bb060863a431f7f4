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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Counts the forced writes, by owner, and the packets to the database that units of work cause. The
 * process must do nothing else meanwhile. Requires PostgreSQL.
 */
public record UnitCounter(Database database, Path folder) {

    /** Name of the figure for messages in a unit. */
    public static final String MESSAGES_IN_UNIT = "messagesPerUnit";

    public static final String DECISIONS_FORCED = "decisionsForcedPerMessage";
    public static final String DATABASE_SENDS = "databaseSendsPerMessage";

    private static final String FORCE = "jdk.FileForce";

    /** Counts while work runs. The work returns the number of processed messages. */
    Map<String, Double> count(Callable<Long> work) throws Exception {
        Path file = folder.resolve("units.jfr");
        try (Connection connection = database.connect();
                Recording recording = new Recording()) {
            recording.enable(FORCE).withThreshold(Duration.ZERO).withoutStackTrace();
            recording
                    .enable("jdk.SocketWrite")
                    .withThreshold(Duration.ZERO)
                    .withoutStackTrace()
                    .with("throttle", "off");
            long before = units(connection);
            recording.start();
            double messages = work.call();
            recording.stop();
            double units = units(connection) - before;
            recording.dump(file);
            Map<String, Double> figures = events(file, messages);
            figures.put(MESSAGES_IN_UNIT, messages / units);
            return figures;
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Returns the number of transactions that PostgreSQL has assigned. */
    private static long units(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Forced writes outside the message journal belong to a log of decisions. */
    private Map<String, Double> events(Path recording, double messages) throws IOException {
        int port = URI.create(database.url().substring("jdbc:".length())).getPort();
        Map<String, Double> figures = new HashMap<>();
        List.of("storeForcedPerMessage", DECISIONS_FORCED, DATABASE_SENDS)
                .forEach(name -> figures.put(name, 0.0));
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getEventType().getName().equals(FORCE)) {
                boolean store = String.valueOf(event.getString("path")).contains("/activemq-");
                figures.merge(
                        store ? "storeForcedPerMessage" : DECISIONS_FORCED,
                        1 / messages,
                        Double::sum);
            } else if (event.getInt("port") == port) {
                figures.merge(DATABASE_SENDS, 1 / messages, Double::sum);
            }
        }
        return figures;
    }
}
