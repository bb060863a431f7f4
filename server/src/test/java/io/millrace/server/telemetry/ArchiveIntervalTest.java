package io.millrace.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.observe.AccountingRecord.Level;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.server.telemetry.FlowRecord.Code;
import io.millrace.server.telemetry.FlowRecord.Type;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Archive intervals have the length of elapsed time, whatever the time of the system is. */
class ArchiveIntervalTest {

    private static final int MINUTES = 30;

    @TempDir Path folder;

    private final AtomicLong elapsed = new AtomicLong(Long.MAX_VALUE - 1);

    private Application application() throws Exception {
        Path orders = Files.createDirectories(folder.resolve("orders"));
        Files.writeString(
                orders.resolve("orders.flow.yaml"),
                """
                flow: orders
                nodes:
                  in: {type: MQInput, queue: ORDERS.IN}
                  out: {type: MQOutput, queue: ORDERS.OUT}
                connections: {in.out: out}
                """);
        return Application.load(orders);
    }

    private static List<FlowRecord> archived(StatisticsCollector collector) {
        return collector.last("orders", "", "", Type.ARCHIVE);
    }

    private void collectAfter(Duration time, StatisticsCollector collector) {
        elapsed.addAndGet(time.toNanos());
        collector.collect(Code.SNAPSHOT);
    }

    @Test
    void anIntervalEndsAfterItsElapsedTime() throws Exception {
        try (Broker broker =
                        Broker.builder()
                                .home(folder.resolve("home"))
                                .memory()
                                .statistics(true)
                                .start();
                StatisticsCollector collector =
                        new StatisticsCollector(broker, folder, _ -> {}, elapsed::get)) {
            broker.deploy(application());
            collector.intervals(3_600, MINUTES);
            collector.set("orders", "", "", Type.ARCHIVE, Level.FLOW);
            for (int interval = 0; interval < 2; interval++) {
                List<FlowRecord> before = archived(collector);
                collectAfter(Duration.ofMinutes(MINUTES - 1), collector);
                assertThat(archived(collector)).isEqualTo(before);
                collectAfter(Duration.ofMinutes(1), collector);
                assertThat(archived(collector)).hasSize(1).isNotEqualTo(before);
                assertThat(archived(collector).getFirst().code()).isEqualTo(Code.MAJOR_INTERVAL);
            }
        }
    }
}
