package io.millrace.benchmarks.drive;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A starter of PostgreSQL servers, each in a separate process on a free port. They force their logs
 * and permit prepared transactions.
 */
public final class Postgres {

    public static final String USER = "postgres";

    /**
     * Folder of the programs. All servers share this folder, because unpacking takes longer than
     * starting a server.
     */
    private static final Path PROGRAMS =
            Path.of(System.getProperty("millrace.root", ""), "benchmarks", "target", "postgres")
                    .toAbsolutePath();

    private Postgres() {}

    /** Starts a server with the data in a folder. */
    public static EmbeddedPostgres start(Path folder) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("data"))
                .setOverrideWorkingDirectory(PROGRAMS.toFile())
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("max_prepared_transactions", "100")
                .start();
    }

    public static String url(EmbeddedPostgres server) {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres";
    }
}
