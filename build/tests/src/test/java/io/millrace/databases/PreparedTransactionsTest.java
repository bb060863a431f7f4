package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.runtime.InstanceStatus;
import io.millrace.engine.runtime.InstanceStatus.State;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Coordinated flows on a PostgreSQL that prepares no transactions, or too few. */
class PreparedTransactionsTest {

    private static final String FLOW =
            """
            flow: work
            coordinatedTransaction: yes
            additionalInstances: 3
            nodes:
              in:     {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1, backoutQueue: BACK}
              work:   {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID = Body.a]}
              out:    {type: MQOutput, queue: OUT}
            connections:
              in.out: work
              work.out: out
            """;

    private static final int MESSAGES = 60;

    @TempDir Path folder;

    private Broker broker(PostgresServer server) {
        Broker broker =
                Broker.builder()
                        .home(folder.resolve("home"))
                        .retryDelay(Duration.ofMillis(10), Duration.ofMillis(200))
                        .start();
        String application =
                "name: work\ndataSources:\n  STOCK: {url: \""
                        + server.url()
                        + "\", user: postgres}\n";
        broker.deploy(
                Application.of(
                        "work", Map.of("application.yaml", application, "work.flow.yaml", FLOW)));
        return broker;
    }

    private static boolean isPausedByIt(InstanceStatus instance) {
        return instance.state() == State.RECONNECTING
                && instance.lastError().contains("MR6003")
                && instance.lastError().contains("max_prepared_transactions is 0");
    }

    @Test
    void aServerThatPreparesNoneIsNamedWithWhatToSet() throws Exception {
        try (PostgresServer server = PostgresServer.start(folder.resolve("server"), 0)) {
            server.run("CREATE TABLE PART (ID VARCHAR(20))");
            try (Broker broker = broker(server)) {
                broker.put("IN", "<a>1</a>");
                await().until(
                                () ->
                                        broker.statistics().getFirst().instances().stream()
                                                .anyMatch(PreparedTransactionsTest::isPausedByIt));
                assertThat(broker.store().status("BACK").depth()).isZero();
                assertThat(broker.store().status("OUT").depth()).isZero();
            }
        }
    }

    @Test
    void aServerThatPreparesTooFewIsWaitedFor() throws Exception {
        try (PostgresServer server = PostgresServer.start(folder.resolve("server"), 1)) {
            server.run("CREATE TABLE PART (ID VARCHAR(20))");
            try (Broker broker = broker(server)) {
                for (int i = 0; i < MESSAGES; i++) {
                    broker.put("IN", "<a>" + i + "</a>");
                }
                await().until(() -> broker.store().status("OUT").depth() == MESSAGES);
                assertThat(broker.store().status("BACK").depth()).isZero();
                assertThat(broker.damagedUnits()).isEmpty();
            }
        }
    }
}
