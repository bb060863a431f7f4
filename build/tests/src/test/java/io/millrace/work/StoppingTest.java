package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.InstanceStatus;
import io.millrace.extensions.JavaJar;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A broker that is closed does not wait for programs that do not end. */
@Timeout(300)
class StoppingTest {

    private static final String FLOW =
            """
            flow: work
            nodes:
              in:   {type: MQInput, queue: IN, domain: BLOB, backoutThreshold: 1}
              work: {type: Compute, module: Work, dataSource: STOCK}
              out:  {type: MQOutput, queue: OUT}
            connections:
              in.out: work
              work.out: out
            """;

    private static final String ESQL =
            """
            CREATE FUNCTION pause() RETURNS INTEGER LANGUAGE JAVA EXTERNAL NAME "Pauses.pause";

            CREATE COMPUTE MODULE Work
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                DECLARE i INTEGER 0;
                %s
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static final String JAVA =
            """
            public final class Pauses {
                public static Long pause() throws InterruptedException {
                    Thread.sleep(Long.MAX_VALUE);
                    return 0L;
                }
            }
            """;

    @TempDir Path folder;

    private Broker start() {
        return Broker.builder()
                .home(folder.resolve("home"))
                .drainTimeout(Duration.ofMillis(1))
                .start();
    }

    private Application application(String statement) throws IOException {
        Path application = Files.createDirectories(folder.resolve("work"));
        JavaJar.write(application, "Pauses", JAVA);
        Files.writeString(
                application.resolve("application.yaml"),
                "name: work\ndataSources:\n  STOCK: {url: \"jdbc:h2:mem:stock\", user: sa}\n");
        Files.writeString(application.resolve("work.flow.yaml"), FLOW);
        Files.writeString(application.resolve("work.esql"), ESQL.formatted(statement));
        return Application.load(application);
    }

    private static boolean isWorking(Broker broker) {
        return broker.statistics().stream()
                .flatMap(f -> f.instances().stream())
                .anyMatch(i -> i.state() == InstanceStatus.State.WORKING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WHILE TRUE DO SET i = i + 1; END WHILE;",
                "SET i = SLEEP(3600000);",
                "SET i = pause();",
                "SET Environment.n[] = PASSTHRU('SELECT COUNT(*) FROM SYSTEM_RANGE(1,"
                        + " 1000000000000) WHERE MOD(X, 7) = 8');"
            })
    void theMessageIsRolledBackAndIsNotBackedOut(String statement) throws IOException {
        try (Broker broker = start()) {
            broker.deploy(application(statement));
            broker.put("IN", "x");
            await().until(() -> isWorking(broker));
        }

        try (Broker broker = start()) {
            assertThat(broker.browse("IN", 2))
                    .singleElement()
                    .extracting(QueueMessage::descriptor)
                    .satisfies(d -> assertThat(d.backoutCount()).isZero());
            assertThat(broker.browse("OUT", 1)).isEmpty();
        }
    }
}
