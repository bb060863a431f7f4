package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/** IdempotentReceive without a database of its own: what is sent again is done once. */
class IdempotentQueueTest {

    private static final String KEYS = "SYSTEM.STATE.received/work/work.once";

    private static final String FLOW =
            """
            flow: work
            SETTINGS
            nodes:
              in:    {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1, backoutQueue: BACK}
              once:  {type: IdempotentReceive, key: Body.a, keepKeys: 1000}
              bad:   {type: Filter, expression: "Body.bad IS NULL"}
              throw: {type: Throw, messageText: bad}
              out:   {type: MQOutput, queue: OUT}
              twice: {type: MQOutput, queue: TWICE}
            connections:
              in.out: once
              once.out: bad
              once.duplicate: twice
              bad.true: out
              bad.false: throw
            """;

    private static final String WITH_DATABASE =
            """
            flow: work
            SETTINGS
            nodes:
              in:    {type: MQInput, queue: IN, domain: XMLNSC}
              once:  {type: IdempotentReceive, key: Body.a}
              work:  {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID = Body.a]}
              out:   {type: MQOutput, queue: OUT}
            connections:
              in.out: once
              once.out: work
              work.out: out
            """;

    @TempDir Path folder;

    private Broker broker;

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

    private String url() {
        return "jdbc:h2:" + folder.resolve("stock") + ";AUTO_SERVER=TRUE";
    }

    private void deploy(String flow, String settings) {
        String application =
                "name: work\ndataSources:\n  STOCK: {url: \"" + url() + "\", user: sa}\n";
        broker.deploy(
                Application.of(
                        "work",
                        Map.of(
                                "application.yaml",
                                application,
                                "work.flow.yaml",
                                flow.replace("SETTINGS\n", settings))));
    }

    private long depth(String queue) {
        return broker.store().status(queue).depth();
    }

    private void awaitDone(String queue, long messages) {
        await().until(() -> depth(queue) >= messages);
    }

    private void put(int from, int to) {
        for (int i = from; i < to; i++) {
            broker.put("IN", "<a>" + i % 50 + "</a>");
        }
    }

    @Test
    void whatIsSentAgainGoesToDuplicateAlsoAfterARestartAndARedeployment() {
        deploy(FLOW, "additionalInstances: 3\n");
        put(0, 60);
        awaitDone("TWICE", 10);
        awaitDone("OUT", 50);
        deploy(FLOW, "additionalInstances: 1\n");
        put(0, 50);
        awaitDone("TWICE", 60);
        broker.close();
        start();
        deploy(FLOW, "");
        put(0, 50);
        awaitDone("TWICE", 110);
        assertThat(depth("OUT")).isEqualTo(50);
        assertThat(depth(KEYS)).isEqualTo(50);
        assertThat(depth("BACK")).isZero();
    }

    @Test
    void aMessageThatFailsIsNotRemembered() {
        deploy(FLOW, "");
        broker.put("IN", "<a>1</a><bad/>");
        awaitDone("BACK", 1);
        assertThat(depth(KEYS)).isZero();
        broker.put("IN", "<a>1</a>");
        awaitDone("OUT", 1);
        assertThat(depth("TWICE")).isZero();
    }

    @Test
    void inACoordinatedUnitTheKeyAndTheRowAreKeptTogether() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), "sa", "")) {
            connection.createStatement().execute("CREATE TABLE PART (ID VARCHAR(20))");
            deploy(WITH_DATABASE, "coordinatedTransaction: yes\nadditionalInstances: 3\n");
            put(0, 100);
            awaitDone("OUT", 50);
            await().until(() -> depth("IN") == 0);
            assertThat(broker.awaitIdle(Duration.ofSeconds(240))).isTrue();
            var rows = connection.createStatement().executeQuery("SELECT COUNT(*) FROM PART");
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(50);
        }
        assertThat(depth("OUT")).isEqualTo(50);
        assertThat(depth(KEYS)).isEqualTo(50);
    }

    @Test
    void aFlowThatChangesADatabaseMustBeCoordinated() {
        assertThatThrownBy(() -> deploy(WITH_DATABASE, ""))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("coordinatedTransaction")
                .hasMessageContaining("DataInsert");
    }

    @Test
    void keysOfABuildBeforeTheFirstReleaseAreReportedOnce() {
        Logger logger = (Logger) LoggerFactory.getLogger("io.millrace.nodes.database.KeyState");
        Level before = logger.getLevel();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.setLevel(Level.WARN);
        logger.addAppender(log);
        try {
            broker.createQueue(QueueDefinition.named("SYSTEM.RECEIVED.work/work.once"));
            deploy(FLOW, "");
            put(0, 3);
            awaitDone("OUT", 3);
        } finally {
            logger.detachAppender(log);
            logger.setLevel(before);
        }
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .asString()
                .startsWith("the keys on SYSTEM.RECEIVED.work/work.once are ignored: ");
    }

    @Test
    void theNumberOfKeysIsChecked() {
        assertThatThrownBy(() -> deploy(FLOW.replace("keepKeys: 1000", "keepKeys: 0"), ""))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("keepKeys must be an integer from 1 to 1000000 (found '0')");
    }
}
