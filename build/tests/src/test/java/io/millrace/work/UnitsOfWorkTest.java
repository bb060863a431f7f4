package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What flows promise of units of work, seen from outside. */
class UnitsOfWorkTest {

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Copy
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                SET OutputRoot = InputRoot;
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Many
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                DECLARE i INTEGER 0;
                WHILE i < 300 DO
                  SET OutputRoot = InputRoot;
                  PROPAGATE;
                  SET i = i + 1;
                END WHILE;
                RETURN FALSE;
              END;
            END MODULE;
            """;

    @TempDir Path home;

    private Broker broker;
    private QueueStore store;

    @BeforeEach
    void start() {
        broker = Broker.builder().home(home).acceptor(Acceptor.loopback(Protocol.CORE)).start();
        store = broker.store();
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private void deploy(String input, String module) {
        String flow =
                """
                flow: work
                nodes:
                  in:   {type: MQInput, queue: IN, domain: BLOB%s}
                  work: {type: Compute, module: %s}
                  out:  {type: MQOutput, queue: OUT}
                connections:
                  in.out: work
                  work.out: out
                """
                        .formatted(input, module);
        broker.deploy(Application.of("app", Map.of("work.flow.yaml", flow, "work.esql", ESQL)));
    }

    private void put(int messages) {
        try (QueueSession session = store.session()) {
            for (int i = 0; i < messages; i++) {
                session.put("IN", new QueueMessage(new Mqmd(), Bytes.utf8("m" + i)), true);
            }
            session.commit();
        }
    }

    private List<String> texts(String queue) {
        return store.browse(queue, 10_000).stream()
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .toList();
    }

    private static List<String> sent(int messages) {
        return IntStream.range(0, messages).mapToObj(i -> "m" + i).toList();
    }

    private String millrace(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Millrace.run(new Console(out, out, false), arguments);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aFullOutputQueueSlowsItsFlowAndLosesNothing() {
        store.create(new QueueDefinition("OUT", 30, true, 0, ""));
        store.create(QueueDefinition.named("IN"));
        put(100);
        deploy("", "Copy");
        List<String> arrived = new ArrayList<>();
        while (arrived.size() < 100) {
            await().until(() -> store.status("OUT").depth() > 0);
            assertThat(store.status("OUT").depth()).isLessThanOrEqualTo(30);
            try (QueueSession session = store.session()) {
                var reader = session.reader("OUT");
                for (QueueMessage m = reader.receive(0); m != null; m = reader.receive(0)) {
                    arrived.add(m.body().text(StandardCharsets.UTF_8));
                }
                session.commit();
            }
        }
        assertThat(arrived).as("in order, once").isEqualTo(sent(100));
        assertThat(store.status(QueueStore.DEAD_LETTER_QUEUE).depth()).isZero();
    }

    @Test
    void messagesThatPutManyShareUnitsOnlyAsFarAsTheLimitAllows() {
        store.create(QueueDefinition.named("IN"));
        put(60);
        deploy("", "Many");
        await().until(() -> store.status("OUT").depth() == 18_000);
        assertThat(store.status("IN").depth()).isZero();
        assertThat(store.status(QueueStore.DEAD_LETTER_QUEUE).depth()).isZero();
    }

    @Test
    void anOperatorSeesOpenUnitsAndHasOneBackedOut() {
        store.create(QueueDefinition.named("IN"));
        String at = home.toString();
        assertThat(millrace("uow", "list", "--home", at)).contains("owner").doesNotContain("IN");
        try (QueueSession session = store.session()) {
            session.put("IN", new QueueMessage(new Mqmd(), Bytes.utf8("m")), true);
            OpenUnit unit = store.units().getFirst();
            assertThat(millrace("uow", "list", "--home", at))
                    .contains(unit.id())
                    .contains(Thread.currentThread().getName());
            assertThat(millrace("uow", "show", unit.id(), "--home", at))
                    .contains("put      1 message\n");
            assertThat(millrace("uow", "backout", unit.id(), "--home", at))
                    .contains("is being backed out");
            assertThat(catchThrowable(session::commit))
                    .hasMessageContaining("an operator backed out");
        }
        assertThat(millrace("uow", "backout", "no.7", "--home", at))
                .contains("no unit of work no.7 is open");
        assertThat(texts("IN")).isEmpty();
    }
}
