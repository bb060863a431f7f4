package io.millrace.benchmarks.drive;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A PostgreSQL on a free port, in its own process. It forces its log, like any other PostgreSQL,
 * and permits prepared transactions.
 */
public final class Postgres implements AutoCloseable {

    public static final String USER = "postgres";

    /**
     * Folder of the programs. Unpacking takes seconds, longer than the start, so all servers use
     * the same.
     */
    private static final Path PROGRAMS =
            Path.of(System.getProperty("millrace.root", ""), "benchmarks", "target", "postgres")
                    .toAbsolutePath();

    private final EmbeddedPostgres server;

    private Postgres(EmbeddedPostgres server) {
        this.server = server;
    }

    /** Starts one with its data in a folder. */
    public static Postgres start(Path folder) throws IOException {
        return new Postgres(
                EmbeddedPostgres.builder()
                        .setDataDirectory(folder.resolve("data"))
                        .setOverrideWorkingDirectory(PROGRAMS.toFile())
                        .setCleanDataDirectory(false)
                        .setPGStartupWait(Duration.ofSeconds(60))
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig("max_prepared_transactions", "100")
                        .start());
    }

    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres";
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
