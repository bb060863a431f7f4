package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.flows.Broker;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** A folder with an embedded broker, and a database if needed; closing it deletes everything. */
public final class Place implements AutoCloseable {

    /** The database that scenarios use. */
    public enum DatabaseKind {
        /** H2 in this process, which does not force writes. */
        H2,
        /** A PostgreSQL server in a separate process. The server forces its log to the disk. */
        POSTGRESQL
    }

    private final ScratchFolder folder;
    private final Path home;
    private Broker broker;
    private CoreApi api;
    private Database database;
    private int syncMicros;

    /**
     * Starts a broker, and a database if a kind is given.
     *
     * @param parent parent of the folder for the run; the disk of this folder is measured
     * @param kind kind of the database; null if no scenario needs one
     * @throws MillraceException if the folder cannot be used, or the database does not start
     */
    public Place(Path parent, DatabaseKind kind, Journal journal) {
        folder = ScratchFolder.in(parent);
        home = folder().resolve("home");
        try {
            broker = folder.with(Broker.builder().home(home).journal(journal).start());
            syncMicros =
                    journal.syncMicros() == Journal.CALIBRATE
                            ? calibrated(home)
                            : journal.syncMicros();
            api = folder.with(CoreApi.of(home));
            if (kind != null) {
                database =
                        kind == DatabaseKind.H2
                                ? new Database("h2", "jdbc:h2:" + folder().resolve("bench"), "sa")
                                : postgresql();
                database.prepare();
            }
        } catch (RuntimeException | Error e) {
            folder.close();
            throw e;
        }
    }

    private Database postgresql() {
        try {
            EmbeddedPostgres server = folder.with(Postgres.start(folder().resolve("postgres")));
            return new Database("postgresql", Postgres.url(server), Postgres.USER);
        } catch (IOException | IllegalStateException e) {
            throw new MillraceException(
                    ErrorCode.DATABASE_DOWN,
                    "PostgreSQL did not start: %s; choose another database with --database h2"
                            .formatted(e.getMessage()));
        }
    }

    Path folder() {
        return folder.path();
    }

    Broker broker() {
        return broker;
    }

    CoreApi api() {
        return api;
    }

    /** Returns the database; {@link Database#NONE} if the run has none. */
    Database database() {
        return database == null ? Database.NONE : database;
    }

    /** Creates a queue if the queue does not exist, and returns the queue name. */
    String queue(String name) {
        String queue = name.replace('-', '.');
        broker.createQueue(QueueDefinition.named(queue));
        return queue;
    }

    /**
     * Returns the rows together with a description of this machine and the name of the database.
     */
    public RunResult.Measured measured(List<ResultRow> rows) {
        return new RunResult.Measured(
                rows,
                Machine.here(folder(), words(syncMicros)),
                database == null ? "" : database.name());
    }

    /** Returns the settings of a journal with a timer. */
    public static Journal journal(int syncMicros) {
        Journal standard = Journal.DEFAULT;
        return new Journal(syncMicros, standard.force(), standard.diskFullPercent());
    }

    /** Describes the type and the timer of a journal. */
    public static String words(int syncMicros) {
        return "NIO, waits " + syncMicros + " us for others";
    }

    /** Returns the time that a commit waits for others to share its forced write. */
    public int syncMicros() {
        return syncMicros;
    }

    /** Returns the timer that a store measured at the first use of its home folder. */
    public static int calibrated(Path home) {
        Properties journal = ScratchFolder.properties(home.resolve("journal.properties"));
        return Integer.parseInt(journal.getProperty("syncMicros"));
    }

    @Override
    public void close() {
        folder.close();
    }
}
