package io.millrace.benchmarks.torture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;

/** Kills victims at a few crash points; {@code ./millrace bench torture} has all of them. */
class TortureTest {

    private static final int CYCLES = Integer.getInteger("millrace.cycles", 1);
    private static final long SEED = Long.getLong("millrace.seed", 1);

    @TempDir Path folder;

    private List<Tally> torture(int cycles, String scenario, CrashPoint... points)
            throws Exception {
        Torture.Plan plan =
                new Torture.Plan(cycles, 2, SEED, List.of(scenario), List.of(points), folder);
        System.out.println(scenario + ": " + cycles + " cycles, seed " + SEED);
        try (Torture torture = new Torture(plan, line -> {})) {
            assertThat(torture.run()).isEmpty();
            assertThat(torture.tallies())
                    .allSatisfy(tally -> assertThat(tally.messages).isPositive());
            return torture.tallies();
        }
    }

    @Test
    @Tag("proof")
    void queuesOutliveTheirProcess() throws Exception {
        torture(CYCLES, "fan-out", CrashPoint.ANY_MOMENT);
    }

    @ParameterizedTest
    @Tag("proof")
    @CsvSource({"queue, IN_BATCH", "memory, EXHAUSTED"})
    void queuesOutliveADeathInsideABatchAndMessagesThatTakeAllMemory(
            String scenario, CrashPoint point) throws Exception {
        assertThat(torture(CYCLES, scenario, point))
                .allSatisfy(tally -> assertThat(tally.reached).isPositive());
    }

    @Test
    @Tag("proof")
    void queuesOutliveAFailingDisk() throws Exception {
        torture(CYCLES, "queue", CrashPoint.POWER, CrashPoint.WRITE_FAILS);
    }

    /** Puts are refused, or the process ends with exit code 3; nothing acknowledged is lost. */
    @Test
    @Tag("proof")
    void queuesOutliveADiskThatFillsAndDrains() throws Exception {
        torture(CYCLES, "disk", CrashPoint.SMALL_DISK);
    }

    @Test
    void coordinatedUnitsOutliveTheirProcess() throws Exception {
        torture(CYCLES, "h2-4", CrashPoint.BEFORE_DECISION, CrashPoint.BETWEEN_COMMITS);
    }

    @Test
    void keysOfReceivedMessagesOutliveTheirProcess() throws Exception {
        torture(CYCLES, "once", CrashPoint.ANY_MOMENT);
    }

    @Test
    @Tag("proof")
    void keysOfReceivedMessagesOutliveTheirProcessInCoordinatedUnits() throws Exception {
        torture(CYCLES, "once-h2", CrashPoint.BEFORE_DECISION, CrashPoint.BETWEEN_COMMITS);
    }

    @Test
    @Tag("proof")
    void damageOfAnyFileIsReportedOrLosesNothing() throws Exception {
        assertThat(new DamageMatrix(folder, line -> {}).run()).isEmpty();
    }
}
