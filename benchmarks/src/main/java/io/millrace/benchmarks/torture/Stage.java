package io.millrace.benchmarks.torture;

import io.millrace.benchmarks.drive.Postgres;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreProvider;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.engine.work.InDoubtBranch;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The environment of a scenario: home folder, application, database and log of the victim.
 *
 * @param url URL of the database; null without a database
 * @param disk small disk that contains the home folder; null if the home folder is in {@code
 *     folder}
 */
record Stage(Scenario scenario, Path folder, String url, String user, SmallDisk disk)
        implements AutoCloseable {

    private static final Pattern ID = Pattern.compile("<id>([^<]*)</id>");

    /**
     * Creates the folders.
     *
     * @param postgres PostgreSQL server; null if the scenario does not need it
     */
    static Stage make(Scenario scenario, Path folder, EmbeddedPostgres postgres)
            throws IOException, SQLException {
        Path application = Files.createDirectories(folder.resolve("application"));
        String url =
                switch (scenario.database()) {
                    case NONE -> null;
                    case H2 -> "jdbc:h2:" + folder.toAbsolutePath().resolve("database");
                    case POSTGRES -> Postgres.url(postgres);
                };
        String user = scenario.database() == Scenario.Database.H2 ? "sa" : Postgres.USER;
        for (var file : scenario.files(url, user).entrySet()) {
            Files.writeString(application.resolve(file.getKey()), file.getValue());
        }
        SmallDisk disk = scenario.smallDisk() ? SmallDisk.mount(folder) : null;
        Stage stage = new Stage(scenario, folder, url, user, disk);
        stage.query("DROP TABLE IF EXISTS " + Scenario.TABLE);
        // The table has no key, so that a row that was inserted twice can be found.
        stage.query("CREATE TABLE " + Scenario.TABLE + " (ID VARCHAR(40))");
        return stage;
    }

    Path log() {
        return folder.resolve("victim.log");
    }

    private Path home() {
        return (disk == null ? folder : disk.path()).resolve("home");
    }

    VictimProcess start(List<String> options) throws IOException {
        return new VictimProcess(
                Victim.class,
                log(),
                folder.resolveSibling("victim.jsa"),
                options,
                home(),
                folder.resolve("application"));
    }

    static QueueStoreProvider artemis() {
        return QueueStores.load(Stage.class.getClassLoader()).provider(QueueStores.ARTEMIS);
    }

    /**
     * Connects to the queues of the running victim as a client. Returns empty if the victim has
     * ended.
     */
    Optional<QueueStore> attach() {
        return artemis().attach(home());
    }

    private QueueStore open() {
        return artemis()
                .open(QueueStoreSettings.embedded(home()).withUnits(new UnitLimits(10_000_000, 0)));
    }

    /** Opens queues once although files are damaged, and keeps intact data. */
    static QueueStore acceptDamage(Path home) {
        QueueStoreSettings settings = QueueStoreSettings.embedded(home);
        return artemis().open(settings.withJournal(settings.journal().acceptingDamage()));
    }

    void acceptDamage() {
        acceptDamage(home()).close();
    }

    /** Returns the content that the victim left behind. */
    Books.Remains remains() throws SQLException {
        try (QueueStore store = open()) {
            Map<String, List<String>> found = new HashMap<>();
            List<String> left = new ArrayList<>();
            for (QueueStatus status : store.status()) {
                List<String> ids = ids(store, status.name());
                found.put(status.name(), ids);
                if (status.depth() != ids.size()) {
                    left.add("some messages of " + status.name() + " cannot be received");
                }
            }
            for (String queue : List.of(Scenario.IN, QueueStore.DEAD_LETTER_QUEUE)) {
                found.getOrDefault(queue, List.of())
                        .forEach(id -> left.add(id + " is on " + queue));
            }
            Map<String, List<String>> outputs = new LinkedHashMap<>();
            List<String> queues = scenario.outputQueues();
            queues.forEach(queue -> outputs.put(queue, found.get(queue)));
            List<String> inDoubt = new ArrayList<>();
            if (url != null) {
                outputs.put("the database", query("SELECT ID FROM " + Scenario.TABLE));
                query(
                                scenario.database() == Scenario.Database.H2
                                        ? "SELECT TRANSACTION_NAME FROM INFORMATION_SCHEMA.IN_DOUBT"
                                        : "SELECT gid FROM pg_prepared_xacts")
                        .forEach(branch -> inDoubt.add("the database has prepared " + branch));
            }
            for (InDoubtBranch branch : ((CoordinatedQueues) store).inDoubt()) {
                inDoubt.add("the queues have prepared " + branch.id());
            }
            return new Books.Remains(
                    outputs,
                    scenario.instances() == 1 ? queues : List.of(),
                    found.get(Scenario.BACK),
                    left,
                    inDoubt);
        }
    }

    /** Receives all messages and rolls back. */
    private static List<String> ids(QueueStore store, String queue) {
        List<String> ids = new ArrayList<>();
        try (QueueSession session = store.session();
                QueueReader reader = session.reader(queue)) {
            for (QueueMessage m = reader.receive(0); m != null; m = reader.receive(0)) {
                Matcher id =
                        ID.matcher(new String(m.body().toArray(), StandardCharsets.ISO_8859_1));
                ids.add(id.find() ? id.group(1) : "a message without id");
            }
            session.keepBackoutCounts();
            session.rollback();
        }
        return ids;
    }

    /** Deletes all messages and all rows of the database. */
    void clear() throws SQLException {
        try (QueueStore store = open()) {
            store.status().forEach(status -> store.clear(status.name()));
        }
        query("DELETE FROM " + Scenario.TABLE);
    }

    /** Executes SQL if there is a database. Returns the first column of the result. */
    private List<String> query(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        if (url != null) {
            try (Connection connection = DriverManager.getConnection(url, user, "");
                    Statement statement = connection.createStatement()) {
                if (statement.execute(sql)) {
                    ResultSet row = statement.getResultSet();
                    while (row.next()) {
                        values.add(row.getString(1));
                    }
                }
            }
        }
        return values;
    }

    @Override
    public void close() {
        if (disk != null) {
            disk.close();
        }
    }
}
