package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.testing.FaultProxy;
import io.millrace.testing.JavaProcess;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** IdempotentReceive on H2 and PostgreSQL: what is sent again is done once, and nothing is lost. */
class IdempotentReceiveTest {

    private static final String TABLE =
            "CREATE TABLE MILLRACE_RECEIVED (SOURCE VARCHAR(200) NOT NULL, MESSAGE_KEY VARCHAR(200)"
                    + " NOT NULL, RECEIVED TIMESTAMP NOT NULL, PRIMARY KEY (SOURCE, MESSAGE_KEY))";

    private static final String WITH_OUTPUT =
            """
            flow: work
            SETTINGS
            nodes:
              in:    {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1, backoutQueue: BACK}
              once:  {type: IdempotentReceive, key: Body.a, dataSource: STOCK}
              work:  {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID = Body.a]}
              bad:   {type: Filter, expression: "Body.bad IS NULL"}
              throw: {type: Throw, messageText: bad}
              out:   {type: MQOutput, queue: OUT}
              twice: {type: MQOutput, queue: TWICE}
            connections:
              in.out: once
              once.out: work
              once.duplicate: twice
              work.out: bad
              bad.true: out
              bad.false: throw
            """;

    private static final String WITHOUT_OUTPUT =
            """
            flow: work
            nodes:
              in:    {type: MQInput, queue: IN, domain: XMLNSC}
              once:  {type: IdempotentReceive, key: Root.MQMD.MsgId, dataSource: STOCK, keepDays: 0}
              work:  {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID = Body.a]}
            connections:
              in.out: once
              once.out: work
            """;

    @TempDir private Path folder;

    private PostgresServer server;
    private Broker broker;
    private String url;
    private String user;

    /** Takes one message with the flow that has no output, until it is killed. */
    static final class Child {
        private Child() {}

        /** Home folder, URL of the database. */
        public static void main(String[] arguments) throws InterruptedException {
            try (Broker broker = Broker.builder().home(Path.of(arguments[0])).start()) {
                broker.deploy(application(WITHOUT_OUTPUT, arguments[1], "postgres"));
                new CountDownLatch(1).await();
            }
        }
    }

    private void use(boolean postgres) throws SQLException {
        if (postgres) {
            server = PostgresServer.shared();
            url = server.url();
            user = "postgres";
        } else {
            url = "jdbc:h2:" + folder.resolve("stock") + ";AUTO_SERVER=TRUE";
            user = "sa";
        }
        sql("CREATE TABLE PART (ID VARCHAR(20))");
    }

    @BeforeEach
    void start() {
        broker =
                Broker.builder()
                        .home(folder.resolve("home"))
                        .retryDelay(Duration.ofMillis(10), Duration.ofMillis(200))
                        .start();
        broker.createQueue(QueueDefinition.named("IN"));
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private void sql(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private int count(String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                ResultSet row =
                        connection
                                .createStatement()
                                .executeQuery("SELECT COUNT(*) FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static Application application(String flow, String url, String user) {
        String application =
                "name: work\ndataSources:\n  STOCK: {url: \"" + url + "\", user: " + user + "}\n";
        return Application.of(
                "work", Map.of("application.yaml", application, "work.flow.yaml", flow));
    }

    private void deploy(String settings) {
        broker.deploy(application(WITH_OUTPUT.replace("SETTINGS\n", settings), url, user));
    }

    private long depth(String queue) {
        return broker.store().status(queue).depth();
    }

    /** The databases of a coordinated unit commit after its queues. */
    private void awaitCount(String table, int rows) {
        await().untilAsserted(() -> assertThat(count(table)).isEqualTo(rows));
    }

    private void awaitDone(String queue, long messages) {
        await().until(() -> depth(queue) >= messages);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageThatIsSentAgainGoesToDuplicate(boolean postgres) throws Exception {
        use(postgres);
        sql(TABLE);
        deploy("coordinatedTransaction: yes\nadditionalInstances: 3\n");
        for (int i = 0; i < 100; i++) {
            broker.put("IN", "<a>" + i % 50 + "</a>");
        }
        awaitDone("TWICE", 50);
        awaitDone("OUT", 50);
        awaitCount("PART", 50);
        awaitCount("MILLRACE_RECEIVED", 50);
        assertThat(depth("BACK")).isZero();
        assertThat(depth("OUT")).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageThatFailsIsNotRemembered(boolean postgres) throws Exception {
        use(postgres);
        sql(TABLE);
        deploy("coordinatedTransaction: yes\n");
        broker.put("IN", "<a>1</a><bad/>");
        awaitDone("BACK", 1);
        assertThat(count("MILLRACE_RECEIVED")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oldKeysAreDeleted(boolean postgres) throws Exception {
        use(postgres);
        sql(
                TABLE,
                "INSERT INTO MILLRACE_RECEIVED VALUES ('work/work.once', '1', TIMESTAMP"
                        + " '2001-01-01 00:00:00')",
                "INSERT INTO MILLRACE_RECEIVED VALUES ('another', '1', TIMESTAMP"
                        + " '2001-01-01 00:00:00')");
        deploy("coordinatedTransaction: yes\n");
        broker.put("IN", "<a>1</a>");
        awaitDone("OUT", 1);
        awaitCount("MILLRACE_RECEIVED", 2);
    }

    @Test
    void aMissingTableIsNamedWithTheStatementThatMakesIt() throws Exception {
        use(false);
        String flow = WITH_OUTPUT.replace("SETTINGS", "coordinatedTransaction: yes");
        String patient = flow.replace("backoutThreshold: 1", "backoutThreshold: 10000");
        broker.deploy(application(patient, url, user));
        broker.put("IN", "<a>1</a>");
        await().until(
                        () ->
                                broker.statistics()
                                        .getFirst()
                                        .instances()
                                        .getFirst()
                                        .lastError()
                                        .contains("CREATE TABLE MILLRACE_RECEIVED"));
    }

    @Test
    void aFlowThatPutsToQueuesMustBeCoordinated() throws Exception {
        use(false);
        assertThatThrownBy(() -> deploy(""))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("coordinatedTransaction")
                .hasMessageContaining("MQOutput");
    }

    @Test
    void aProcessThatDiesBetweenTheDatabaseAndTheQueueDoesNothingTwice() throws Exception {
        use(true);
        sql(TABLE);
        broker.put("IN", "<a>1</a>");
        broker.close();
        try (FaultProxy proxy = new FaultProxy(server.port())) {
            proxy.keepAnswer("COMMIT");
            Process child =
                    JavaProcess.of(
                                    Child.class,
                                    List.of(),
                                    folder.resolve("home").toString(),
                                    PostgresServer.url(proxy.port()))
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("output").toFile())
                            .start();
            try {
                await().until(proxy::hasKeptAnswer);
            } finally {
                child.destroyForcibly();
            }
            assertThat(child.waitFor(240, TimeUnit.SECONDS)).isTrue();
        }
        awaitCount("PART", 1);
        start();
        assertThat(depth("IN")).isEqualTo(1);
        broker.deploy(application(WITHOUT_OUTPUT, url, user));
        await().until(() -> depth("IN") == 0);
        assertThat(broker.awaitIdle(Duration.ofSeconds(240))).isTrue();
        awaitCount("PART", 1);
        awaitCount("MILLRACE_RECEIVED", 1);
    }
}
