package io.millrace.benchmarks.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.QueueStore;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** What a broker says and does whose disk fails under it. */
class DiskFaultsTest {

    private static final long MAX_MILLIS = 240_000;

    @TempDir Path folder;

    private final Books books = new Books();
    private Stage stage;

    /** Makes a broker, and has it die on a disk that fails. */
    private void failing(DiskFault.Kind kind, int at, int thenMillis) throws Exception {
        stage = Stage.make(Scenario.ALL.getFirst(), folder, null);
        try (VictimProcess first = stage.start(List.of())) {
            assertThat(first.awaitReady()).isTrue();
            first.finish();
        }
        DiskFault fault = new DiskFault(kind, at, thenMillis, 1);
        try (VictimProcess victim = stage.start(fault.options(folder))) {
            assertThat(victim.awaitReady()).isTrue();
            try (QueueStore store = stage.attach().orElseThrow()) {
                new Client(1, store, books, new Random(1), 2_000, Scenario.ALL.getFirst()).run();
            }
            assertThat(victim.awaitEnd(MAX_MILLIS)).isTrue();
        }
    }

    private List<Books.Finding> balance() throws Exception {
        try (VictimProcess victim = stage.start(List.of())) {
            assertThat(victim.awaitReady()).as(Files.readString(stage.log())).isTrue();
            victim.finish();
        }
        return books.balance(stage.remains());
    }

    @Test
    void aFailureToForceIsToldWithTheFileAndWhatToDo() throws Exception {
        // The process must report the failure before the power fails, also on a busy machine.
        failing(DiskFault.Kind.FORCE_FAILS, 80, 3_000);
        assertThat(Files.readString(stage.log()))
                .contains("MR5003", "activemq-data", "Input/output error", "check the disk");
        assertThat(balance()).isEmpty();
    }

    /** Of what was written since, some is on the disk: it says what was forced before. */
    @Test
    @Tag("proof")
    void aDiskThatLiesIsFoundAndMayLoseUnitsButNoneInPart() throws Exception {
        failing(DiskFault.Kind.LIES, 80, 200);
        try (VictimProcess victim = stage.start(List.of())) {
            assertThat(victim.awaitReady()).isFalse();
        }
        assertThat(Files.readString(stage.log()))
                .contains("MR5014", "activemq-data", "--accept-damage");
        stage.acceptDamage();
        assertThat(balance())
                .filteredOn(finding -> finding.kind() != Books.Kind.REORDERED)
                .allSatisfy(finding -> assertThat(finding.text()).endsWith("was not found"));
    }
}
