package io.millrace.benchmarks.mqsi;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.drive.Meter;
import io.millrace.benchmarks.mqsi.Case.Shape;
import io.millrace.benchmarks.mqsi.Case.Tuning;
import io.millrace.benchmarks.mqsi.Case.Volume;
import io.millrace.engine.queue.QueueStoreSettings.Journal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/** Over a real broker with its files in a folder. */
class ChainTest {

    private static final Volume VOLUME = new Volume(560, 500);
    private static final String FLOW = Resources.text("mqsi/bookings.flow.yaml");
    private static final Duration STILL = Duration.ofSeconds(10);

    @TempDir private Path folder;

    private static Case test(Tuning tuning) {
        return new Case("small", new Shape(1, 2, 1), tuning, VOLUME, true);
    }

    private List<Path> inputs() throws IOException {
        return RecordFile.write(folder.resolve("in"), VOLUME, 1);
    }

    private Chain.Outcome run(Tuning tuning, String flow, List<Path> inputs, int records)
            throws Exception {
        Case test = test(tuning);
        try (QueueManager manager =
                QueueManager.start(folder.resolve("store"), test, Journal.DEFAULT, flow)) {
            Chain chain = new Chain(test, List.of(manager), folder.resolve("out"), STILL);
            return chain.run(inputs, records, new Meter());
        }
    }

    @Test
    void whatIsReadIsWrittenOrDropped() throws Exception {
        Chain.Outcome outcome =
                run(new Tuning(40, 100, 50, 5_000), FLOW, inputs(), VOLUME.records());

        assertThat(outcome.books()).isEqualTo(new Books(560, 500, 60, 0, 0));
        assertThat(outcome.books().balance()).isTrue();
        assertThat(outcome.figures()).containsEntry("left", 0.0);
        assertThat(outcome.figures().get("readSeconds")).isPositive();
        assertThat(outcome.figures().get("evaluatedSeconds"))
                .isGreaterThanOrEqualTo(outcome.figures().get("readSeconds"));
        assertThat(outcome.seconds()).isPositive();
    }

    @Test
    void aFullQueueMakesTheInputAdapterWaitAndLosesNothing() throws Exception {
        Chain.Outcome outcome = run(new Tuning(20, 1, 0, 20), FLOW, inputs(), VOLUME.records());

        assertThat(outcome.books()).isEqualTo(new Books(560, 500, 60, 0, 0));
        assertThat(outcome.figures().get("pausedSeconds")).isPositive();
    }

    @Test
    void aRecordThatCannotBeWorkedOnCountsAsFailed() throws Exception {
        List<Path> inputs = inputs();
        Files.writeString(
                inputs.getFirst(),
                "1|many|CORE|31|T00417||20261120||004711000815||EUR|1.00|D|PAYM||20261121|||||||||||||||3100,D,1.00,EUR,1,K31,GIRO,a"
                    + " number that is none\n",
                StandardOpenOption.APPEND);

        Chain.Outcome outcome = run(new Tuning(100, 1, 0, 5_000), FLOW, inputs, VOLUME.records());

        assertThat(outcome.books()).isEqualTo(new Books(561, 500, 60, 1, 0));
        assertThat(outcome.books().balance()).isTrue();
    }

    @Test
    void aRecordThatIsLostOnTheWayUnbalancesTheBooks() throws Exception {
        String careless = FLOW.replace("  rule3.false: nohit\n", "");

        Chain.Outcome outcome =
                run(new Tuning(100, 100, 0, 5_000), careless, inputs(), VOLUME.records());

        assertThat(outcome.books()).isEqualTo(new Books(560, 500, 0, 0, 0));
        assertThat(outcome.books().balance()).isFalse();
    }

    @Test
    void aRecordThatIsWrittenTwiceUnbalancesTheBooks() throws Exception {
        List<Path> inputs = inputs();
        List<String> lines = Files.readAllLines(inputs.getFirst());
        lines.set(2, lines.get(1));
        Files.write(inputs.getFirst(), lines);

        Chain.Outcome outcome = run(new Tuning(100, 100, 0, 5_000), FLOW, inputs, VOLUME.records());

        assertThat(outcome.books().twice()).isEqualTo(1);
        assertThat(outcome.books().balance()).isFalse();
    }
}
