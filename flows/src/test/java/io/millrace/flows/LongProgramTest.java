package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The state of programs that do not end, as a broker reports it. */
class LongProgramTest {

    @Test
    @Timeout(60)
    void aBrokerReportsTheStatementOfAProgramThatStillRuns() throws InterruptedException {
        Application application =
                Application.of(
                        "shop",
                        Map.of(
                                "application.yaml",
                                "limits: {esqlReportMillis: 20}",
                                "orders.flow.yaml",
                                """
                                flow: orders
                                nodes:
                                  in: {type: MQInput, queue: A}
                                  price: {type: Compute, module: Price}
                                connections: {in.out: price}
                                """,
                                "orders.esql",
                                """
                                CREATE COMPUTE MODULE Price
                                  CREATE FUNCTION Main() RETURNS BOOLEAN
                                  BEGIN
                                    DECLARE i INTEGER 0;
                                    WHILE i >= 0 DO
                                      SET i = i + 1 - 1;
                                    END WHILE;
                                    RETURN FALSE;
                                  END;
                                END MODULE;
                                """));
        try (Broker broker = Broker.builder().memory().drainTimeout(Duration.ofMillis(1)).start()) {
            broker.deploy(application);
            broker.put("A", "x");
            while (broker.longPrograms().isEmpty()) {
                assertThat(Thread.interrupted()).isFalse();
            }

            List<LongProgram> programs = broker.longPrograms();
            assertThat(programs).hasSize(1);
            assertThat(programs.getFirst().node()).isEqualTo("orders.price");
            assertThat(programs.getFirst().instance()).endsWith("/orders/in/1");
            assertThat(programs.getFirst().statement())
                    .matches("orders.esql:[56]:.*(WHILE i >= 0 DO|SET i = i \\+ 1 - 1)");
            BrokerStatus status = new BrokerStatus(broker.limits().read(), programs);
            assertThat(BrokerStatus.read(status.write())).isEqualTo(status);
        }
    }
}
