package io.millrace.benchmarks.drive;

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
import java.util.Comparator;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A folder with an embedded broker, and a database where one is wanted: where a run happens. All of
 * it is gone when it is closed, or the process is told to end.
 */
public final class Place implements AutoCloseable {

    /** The database that scenarios use. */
    public enum DatabaseKind {
        /** In this process; forces nothing to the disk. */
        H2,

        /** A server of its own that forces its log. */
        POSTGRESQL
    }

    private final Path folder;
    private final Thread atExit = new Thread(this::tidy, "tidy");
    private Broker broker;
    private CoreApi api;
    private Postgres postgres;
    private Database database;
    private int syncMicros;
    private boolean closed;

    private Place(Path folder) {
        this.folder = folder;
    }

    /**
     * Starts a broker, and a database where one is named.
     *
     * @param parent where a folder for the run is made; its disk is measured
     * @param kind null where no scenario needs one
     * @throws MillraceException where the folder cannot be used, or the database does not start
     */
    public static Place open(Path parent, DatabaseKind kind) {
        return open(parent, kind, QueueStoreSettings.Journal.DEFAULT);
    }

    /**
     * As {@link #open(Path, DatabaseKind)}, with a journal that is set otherwise.
     *
     * @param journal of the broker
     */
    public static Place open(Path parent, DatabaseKind kind, QueueStoreSettings.Journal journal) {
        Place place;
        try {
            Files.createDirectories(parent);
            place = new Place(Files.createTempDirectory(parent, "bench-"));
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.STORE_NOT_WRITABLE, parent + " cannot be used: " + e.getMessage());
        }
        Runtime.getRuntime().addShutdownHook(place.atExit);
        try {
            place.start(kind, journal);
            return place;
        } catch (RuntimeException | Error e) {
            place.close();
            throw e;
        }
    }

    private void start(DatabaseKind kind, QueueStoreSettings.Journal journal) {
        Path home = folder.resolve("home");
        syncMicros = journal.syncMicros();
        broker = Broker.builder().home(home).journal(journal).start();
        api = CoreApi.of(home);
        if (kind != null) {
            database = kind == DatabaseKind.H2 ? h2() : postgresql();
            database.prepare();
        }
    }

    private Database h2() {
        return new Database("h2", "jdbc:h2:" + folder.resolve("bench"), "sa");
    }

    private Database postgresql() {
        try {
            postgres = Postgres.start(folder.resolve("postgres"));
            return new Database("postgresql", postgres.url(), Postgres.USER);
        } catch (IOException | IllegalStateException e) {
            throw new MillraceException(
                    ErrorCode.DATABASE_DOWN,
                    "PostgreSQL does not start here: "
                            + e.getMessage()
                            + "; choose another database with --database h2");
        }
    }

    /** Where everything of the run is. */
    public Path folder() {
        return folder;
    }

    public Broker broker() {
        return broker;
    }

    public CoreApi api() {
        return api;
    }

    /** {@link Database#NONE} where the run has none. */
    public Database database() {
        return database == null ? Database.NONE : database;
    }

    /** Creates a queue unless it is there; gives its name back. */
    public String queue(String name) {
        broker.createQueue(QueueDefinition.named(name));
        return name;
    }

    /** Type and timer of the broker's journal. */
    public String journal() {
        return "NIO, waits " + syncMicros() + " us for others";
    }

    /** How long a commit waits for others to share its forced write: as set, or as calibrated. */
    public int syncMicros() {
        if (syncMicros != QueueStoreSettings.Journal.CALIBRATE) {
            return syncMicros;
        }
        Properties journal = new Properties();
        try (Reader reader = Files.newBufferedReader(folder.resolve("home/journal.properties"))) {
            journal.load(reader);
        } catch (IOException e) {
            throw new MillraceException(ErrorCode.STORE_NOT_WRITABLE, String.valueOf(e));
        }
        return Integer.parseInt(journal.getProperty("syncMicros"));
    }

    @Override
    public void close() {
        tidy();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process ends: it was this hook.
        }
    }

    private synchronized void tidy() {
        if (closed) {
            return;
        }
        closed = true;
        if (api != null) {
            api.close();
        }
        if (broker != null) {
            broker.close();
        }
        try {
            if (postgres != null) {
                postgres.close();
            }
            delete(folder);
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.STORE_NOT_WRITABLE, folder + " is left over: " + e.getMessage());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
