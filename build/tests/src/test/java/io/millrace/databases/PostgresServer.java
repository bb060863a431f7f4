package io.millrace.databases;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.opentest4j.TestAbortedException;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A PostgreSQL of its own, on a free port, that forces its log and takes prepared transactions. It
 * can be stopped and started again with its data.
 */
final class PostgresServer implements AutoCloseable {

    /** Unpacking the programs takes seconds, more than their start: all servers run the same. */
    private static final Path PROGRAMS = Path.of("target", "postgres").toAbsolutePath();

    private final Path folder;
    private final int preparedTransactions;
    private EmbeddedPostgres server;
    private int port;

    private PostgresServer(Path folder, int preparedTransactions) {
        this.folder = folder;
        this.preparedTransactions = preparedTransactions;
    }

    /** Starts one; where this machine cannot, the test is skipped, with the reason. */
    static PostgresServer start(Path folder) {
        return start(folder, 100);
    }

    /**
     * As {@link #start(Path)}.
     *
     * @param preparedTransactions how many the server takes; 0, its own default, for none
     */
    static PostgresServer start(Path folder, int preparedTransactions) {
        PostgresServer made = new PostgresServer(folder, preparedTransactions);
        try {
            made.restart();
        } catch (IOException | IllegalStateException e) {
            throw new TestAbortedException("PostgreSQL does not start here: " + e, e);
        }
        return made;
    }

    /** Starts it again on the same port. */
    void restart() throws IOException {
        EmbeddedPostgres.Builder builder =
                EmbeddedPostgres.builder()
                        .setDataDirectory(folder.resolve("data"))
                        .setOverrideWorkingDirectory(PROGRAMS.toFile())
                        .setCleanDataDirectory(false)
                        .setPGStartupWait(Duration.ofSeconds(120))
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig(
                                "max_prepared_transactions",
                                Integer.toString(preparedTransactions));
        if (port != 0) {
            builder.setPort(port);
        }
        server = builder.start();
        port = server.getPort();
    }

    /** Stops it, ending all connections. */
    void stop() throws IOException {
        server.close();
    }

    int port() {
        return port;
    }

    static String user() {
        return "postgres";
    }

    String url() {
        return url(port);
    }

    /** Its URL as it is reached through another port. */
    static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    /** Runs statements, each at once. */
    void run(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), user(), "");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
