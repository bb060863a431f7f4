package io.millrace.benchmarks.torture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;

/** A few deaths of each sort; {@code ./millrace bench torture} is the long run. */
class TortureTest {

    @TempDir Path folder;

    private List<Tally> torture(int cycles, String scenario, CrashPoint... points)
            throws Exception {
        List<Scenario> scenarios =
                Scenario.all().stream().filter(s -> s.name().equals(scenario)).toList();
        Torture.Plan plan = new Torture.Plan(cycles, 2, 1, scenarios, List.of(points), folder);
        try (Torture torture = new Torture(plan, line -> {})) {
            assertThat(torture.run()).isEmpty();
            assertThat(torture.tallies())
                    .allSatisfy(tally -> assertThat(tally.messages()).isPositive());
            return torture.tallies();
        }
    }

    @Test
    void queuesOutliveTheirProcess() throws Exception {
        torture(2, "fan-out", CrashPoint.ANY_MOMENT);
    }

    @ParameterizedTest
    @CsvSource({"queue, IN_BATCH", "memory, EXHAUSTED"})
    void queuesOutliveADeathInsideABatchAndMessagesThatTakeAllMemory(
            String scenario, CrashPoint point) throws Exception {
        assertThat(torture(2, scenario, point))
                .allSatisfy(tally -> assertThat(tally.reached()).isPositive());
    }

    @Test
    void queuesOutliveAFailingDisk() throws Exception {
        torture(4, "queue", CrashPoint.POWER, CrashPoint.WRITE_FAILS);
    }

    /** Puts are refused, or the process ends with exit code 3; nothing acknowledged is lost. */
    @Test
    void queuesOutliveADiskThatFillsAndDrains() throws Exception {
        torture(4, "disk", CrashPoint.SMALL_DISK);
    }

    @Test
    void coordinatedUnitsOutliveTheirProcess() throws Exception {
        torture(4, "h2-4", CrashPoint.BEFORE_DECISION, CrashPoint.BETWEEN_COMMITS);
    }
}
