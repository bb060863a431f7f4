package io.millrace.databases;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.opentest4j.TestAbortedException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A PostgreSQL of its own, on a free port, that forces its log and takes prepared transactions. It
 * can be stopped and started again with its data.
 */
final class PostgresServer implements AutoCloseable {

    /** Unpacking the programs takes seconds, more than their start: all servers run the same. */
    private static final Path PROGRAMS = Path.of("target", "postgres").toAbsolutePath();

    /** Initial data, which all servers copy: to create it takes longer than to start a server. */
    private static final Path INITIAL = Path.of("target", "postgres-data").toAbsolutePath();

    private static final Path SHARED = Path.of("target", "postgres-shared").toAbsolutePath();

    private static PostgresServer shared;

    private final Path data;
    private final int preparedTransactions;
    private EmbeddedPostgres server;
    private int port;

    private PostgresServer(Path data, int preparedTransactions) {
        this.data = data;
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
        PostgresServer made = new PostgresServer(folder.resolve("data"), preparedTransactions);
        try {
            copyInitial(made.data);
            made.restart();
        } catch (IOException | IllegalStateException e) {
            throw new TestAbortedException("PostgreSQL does not start here: " + e, e);
        }
        return made;
    }

    /**
     * Returns the server of all tests that neither stop nor configure it, empty. It ends with this
     * process.
     */
    static synchronized PostgresServer shared() {
        try {
            if (shared == null) {
                delete(SHARED);
                shared = start(SHARED);
            }
            shared.empty();
            return shared;
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Ends what the tests before left open or prepared, and deletes their tables. */
    private void empty() throws SQLException {
        List<String> statements = new ArrayList<>();
        statements.add(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type ="
                        + " 'client backend' AND pid <> pg_backend_pid()");
        try (Connection connection = DriverManager.getConnection(url(), user(), "");
                ResultSet prepared =
                        connection
                                .createStatement()
                                .executeQuery("SELECT gid FROM pg_prepared_xacts")) {
            while (prepared.next()) {
                statements.add("ROLLBACK PREPARED '" + prepared.getString(1) + "'");
            }
        }
        statements.addAll(List.of("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"));
        run(statements.toArray(String[]::new));
    }

    private static synchronized void copyInitial(Path data) throws IOException {
        if (!Files.isDirectory(INITIAL)) {
            Files.createDirectories(INITIAL.getParent());
            Path created = Files.createTempDirectory(INITIAL.getParent(), "postgres");
            PostgresServer first = new PostgresServer(created.resolve("data"), 0);
            first.restart();
            first.close();
            Files.move(first.data, INITIAL);
        }
        Files.createDirectories(data.getParent());
        try (Stream<Path> files = Files.walk(INITIAL)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = data.resolve(INITIAL.relativize(file).toString());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Starts it again on the same port. */
    void restart() throws IOException {
        EmbeddedPostgres.Builder builder =
                EmbeddedPostgres.builder()
                        .setDataDirectory(data)
                        .setOverrideWorkingDirectory(PROGRAMS.toFile())
                        .setCleanDataDirectory(false)
                        .setPGStartupWait(Duration.ofSeconds(240))
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
