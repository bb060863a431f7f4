package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.scenario.Database;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.flows.Broker;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * A folder with an embedded broker, and a database if needed. Closing it, or the end of the
 * process, deletes everything.
 */
public final class Place implements AutoCloseable {

    /** The database that scenarios use. */
    public enum DatabaseKind {
        /** In this process; forces nothing to the disk. */
        H2,

        /** A server of its own that forces its log. */
        POSTGRESQL
    }

    private final ScratchFolder folder;
    private Broker broker;
    private CoreApi api;
    private Database database;
    private int syncMicros;

    private Place(ScratchFolder folder) {
        this.folder = folder;
    }

    /**
     * Starts a broker, and a database where one is named.
     *
     * @param parent folder in which a folder for the run is created; its disk is measured
     * @param kind null if no scenario needs one
     * @throws MillraceException if the folder cannot be used, or the database does not start
     */
    public static Place open(Path parent, DatabaseKind kind) {
        return open(parent, kind, QueueStoreSettings.Journal.DEFAULT);
    }

    /**
     * Like {@link #open(Path, DatabaseKind)}, with other journal settings.
     *
     * @param journal of the broker
     */
    public static Place open(Path parent, DatabaseKind kind, QueueStoreSettings.Journal journal) {
        Place place = new Place(ScratchFolder.in(parent));
        try {
            place.start(kind, journal);
            return place;
        } catch (RuntimeException | Error e) {
            place.close();
            throw e;
        }
    }

    private void start(DatabaseKind kind, QueueStoreSettings.Journal journal) {
        broker = folder.with(Broker.builder().home(home()).journal(journal).start());
        syncMicros =
                journal.syncMicros() == QueueStoreSettings.Journal.CALIBRATE
                        ? calibrated(home())
                        : journal.syncMicros();
        api = folder.with(CoreApi.of(home()));
        if (kind != null) {
            database = kind == DatabaseKind.H2 ? h2() : postgresql();
            database.prepare();
        }
    }

    private Path home() {
        return folder().resolve("home");
    }

    private Database h2() {
        return new Database("h2", "jdbc:h2:" + folder().resolve("bench"), "sa");
    }

    private Database postgresql() {
        try {
            Postgres postgres = folder.with(Postgres.start(folder().resolve("postgres")));
            return new Database("postgresql", postgres.url(), Postgres.USER);
        } catch (IOException | IllegalStateException e) {
            throw new MillraceException(
                    ErrorCode.DATABASE_DOWN,
                    "PostgreSQL does not start here: "
                            + e.getMessage()
                            + "; choose another database with --database h2");
        }
    }

    /** Returns the folder of all files of the run. */
    public Path folder() {
        return folder.path();
    }

    public Broker broker() {
        return broker;
    }

    public CoreApi api() {
        return api;
    }

    /** Returns the database; {@link Database#NONE} if the run has none. */
    public Database database() {
        return database == null ? Database.NONE : database;
    }

    /** Creates a queue unless it exists, and returns its name. */
    public String queue(String name) {
        broker.createQueue(QueueDefinition.named(name));
        return name;
    }

    /** Returns rows that were measured here. */
    public RunResult.Measured measured(List<ResultRow> rows) {
        return new RunResult.Measured(
                rows, Machine.here(folder(), journal()), database == null ? "" : database.name());
    }

    /** Returns type and timer of the broker's journal. */
    public String journal() {
        return journal(syncMicros);
    }

    /** Returns a description of a journal with a timer. */
    public static String journal(int syncMicros) {
        return "NIO, waits " + syncMicros + " us for others";
    }

    /**
     * Returns the time that a commit waits for others to share its forced write: as set, or as
     * calibrated.
     */
    public int syncMicros() {
        return syncMicros;
    }

    /** Returns the timer that a store measured when it first used its home folder. */
    public static int calibrated(Path home) {
        Properties journal = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("journal.properties"))) {
            journal.load(reader);
        } catch (IOException e) {
            throw new MillraceException(ErrorCode.STORE_NOT_WRITABLE, String.valueOf(e));
        }
        return Integer.parseInt(journal.getProperty("syncMicros"));
    }

    @Override
    public void close() {
        folder.close();
    }
}
