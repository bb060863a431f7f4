package io.millrace.benchmarks.torture;

import io.millrace.benchmarks.drive.Postgres;
import io.millrace.benchmarks.torture.disk.SmallDisk;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folders of a scenario: the victim's home, its application, its database, its log. */
final class Stage implements AutoCloseable {

    private static final Pattern ID = Pattern.compile("<id>([^<]*)</id>");
    private static final int MAX_MESSAGES = 10_000_000;
    private static final String H2_USER = "sa";

    private final Scenario scenario;
    private final Path folder;
    private final String url;
    private final String user;

    /** Null if the home is on the disk of the folder. */
    private SmallDisk disk;

    private Stage(Scenario scenario, Path folder, String url, String user) {
        this.scenario = scenario;
        this.folder = folder;
        this.url = url;
        this.user = user;
    }

    /**
     * Creates the queues and databases.
     *
     * @param postgres null if the scenario does not need it
     */
    static Stage make(Scenario scenario, Path folder, Postgres postgres)
            throws IOException, SQLException {
        Path application = folder.resolve("application");
        Files.createDirectories(application);
        Stage stage =
                switch (scenario.database()) {
                    case NONE -> new Stage(scenario, folder, null, null);
                    case H2 -> new Stage(scenario, folder, Scenario.h2(folder), H2_USER);
                    case POSTGRES -> new Stage(scenario, folder, postgres.url(), Postgres.USER);
                };
        for (Map.Entry<String, String> file : scenario.files(stage.url, stage.user).entrySet()) {
            Files.writeString(application.resolve(file.getKey()), file.getValue());
        }
        if (scenario.isOnSmallDisk()) {
            stage.disk = SmallDisk.mount(folder).orElse(null);
        }
        stage.run("DROP TABLE IF EXISTS " + Scenario.TABLE);
        // Without a key: a row that came twice is to be seen.
        stage.run("CREATE TABLE " + Scenario.TABLE + " (ID VARCHAR(40))");
        return stage;
    }

    Path folder() {
        return folder;
    }

    Path log() {
        return folder.resolve("victim.log");
    }

    Path home() {
        return (disk == null ? folder : disk.path()).resolve("home");
    }

    Scenario scenario() {
        return scenario;
    }

    /** Returns the disk of the home folder; empty if this process cannot mount one. */
    Optional<SmallDisk> disk() {
        return Optional.ofNullable(disk);
    }

    VictimProcess start(List<String> options) throws IOException {
        return VictimProcess.start(
                home(),
                folder.resolve("application"),
                log(),
                folder.resolveSibling("victim.jsa"),
                options);
    }

    private static QueueStoreProvider artemis() {
        return QueueStores.load(Stage.class.getClassLoader()).provider(QueueStores.ARTEMIS);
    }

    /** Returns the queues of the running victim for a client; empty if it has ended. */
    Optional<QueueStore> attach() {
        return artemis().attach(home());
    }

    private QueueStore open() {
        return artemis()
                .open(
                        QueueStoreSettings.embedded(home())
                                .withUnits(new UnitLimits(MAX_MESSAGES, 0)));
    }

    /** Opens the damaged queues once, and keeps intact data. */
    void acceptDamage() {
        QueueStoreSettings settings = QueueStoreSettings.embedded(home());
        artemis().open(settings.withJournal(settings.journal().acceptingDamage())).close();
    }

    /** Returns the remaining messages and rows, when no victim runs. */
    Remains remains() throws SQLException {
        try (QueueStore store = open()) {
            Map<String, List<String>> outputs = new LinkedHashMap<>();
            scenario.outputQueues().forEach(queue -> outputs.put(queue, ids(store, queue)));
            List<String> left = new ArrayList<>();
            for (String queue : List.of(Scenario.IN, QueueStore.DEAD_LETTER_QUEUE)) {
                ids(store, queue).forEach(id -> left.add(id + " is on " + queue));
            }
            List<String> inDoubt = new ArrayList<>();
            for (InDoubtBranch branch : ((CoordinatedQueues) store).inDoubt()) {
                inDoubt.add("the queues have prepared " + branch.id());
            }
            for (QueueStatus status : store.status()) {
                long held = status.depth() - ids(store, status.name()).size();
                if (held != 0) {
                    left.add(held + " messages of " + status.name() + " cannot be seen");
                }
            }
            for (String branch : preparedInDatabase()) {
                inDoubt.add("the database has prepared " + branch);
            }
            return new Remains(outputs, ids(store, Scenario.BACK), rows(), left, inDoubt);
        }
    }

    /** Receives all messages and returns their ids. */
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

    private List<String> rows() throws SQLException {
        return url == null ? null : texts("SELECT ID FROM " + Scenario.TABLE);
    }

    private List<String> preparedInDatabase() throws SQLException {
        return switch (scenario.database()) {
            case NONE -> List.of();
            case H2 -> texts("SELECT TRANSACTION_NAME FROM INFORMATION_SCHEMA.IN_DOUBT");
            case POSTGRES -> texts("SELECT gid FROM pg_prepared_xacts");
        };
    }

    @Override
    public void close() {
        disk().ifPresent(SmallDisk::close);
    }

    /** Empties all but the queues' journal. */
    void clear() throws SQLException {
        try (QueueStore store = open()) {
            for (QueueStatus status : store.status()) {
                store.clear(status.name());
            }
        }
        run("DELETE FROM " + Scenario.TABLE);
    }

    private List<String> texts(String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }

    private void run(String sql) throws SQLException {
        if (url != null) {
            try (Connection connection = DriverManager.getConnection(url, user, "");
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }
}
