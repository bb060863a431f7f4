package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.drive.UnitCounter;
import io.millrace.benchmarks.library.Format;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Short runs of the commands that measure. */
class MeasuringCommandsTest {

    @TempDir private Path folder;
    private BenchRun run;

    /** Runs a command over stores, which it must delete. */
    private RunResult stores(String line) throws Exception {
        Path stores = Files.createDirectories(folder.resolve("stores"));
        RunResult result = measured(line + " --folder=" + stores);
        try (Stream<Path> left = Files.list(stores)) {
            assertThat(left).isEmpty();
        }
        return result;
    }

    private RunResult measured(String line) {
        Path json = folder.resolve("result.json");
        run = BenchRun.of((Object[]) (line + " --json=" + json).split(" "));
        assertThat(run.code()).as(run.err()).isZero();
        return ResultFile.read(json);
    }

    private static Stream<String> names(RunResult result) {
        return result.rows().stream()
                .map(
                        row ->
                                row.work().scenarioId()
                                        + (row.work().persistent() ? " persistent " : " ")
                                        + row.who());
    }

    @Test
    @Tag("proof")
    void stateMeasuresFlowsAndStatesOfEachSize() throws Exception {
        RunResult result = stores("state --records 1000,3000 --rounds 1");
        assertThat(names(result))
                .containsExactly(
                        "idempotent-receive millrace",
                        "idempotent-receive without the node",
                        "state-change-1000 persistent millrace",
                        "state-load-1000 persistent millrace",
                        "state-change-3000 persistent millrace",
                        "state-load-3000 persistent millrace");
        assertThat(run.out()).contains("heapBytes", "medianSeconds");
    }

    @Test
    @Tag("proof")
    void inputsMeasuresFilesAndComponentsBesideTheirPeers() throws Exception {
        RunResult result = stores("inputs --messages 500 --rounds 1");
        assertThat(names(result))
                .containsExactly(
                        "file-input persistent millrace",
                        "file-input persistent queue to queue",
                        "camel-output millrace",
                        "camel-output without the node",
                        "camel-output bare component",
                        "camel-input millrace",
                        "camel-input bare component");
        assertThat(run.out()).contains("ratio", "microsAboveBare", "bytesAboveBare");
    }

    @Test
    void nodeCostsWritesWhatItMeasuredAndLeavesNoStoreBehind() throws Exception {
        String line =
                "--scenario filter --scenario subscribers-10 --persistent no --size 4096 --rounds 2"
                        + " --millis 30";
        RunResult result = stores("node-costs " + line);
        assertThat(run.err()).contains("[2/2] 7.11 subscribers-10");
        assertThat(run.out()).contains("7.4", "millrace", "bare", "533");
        assertThat(result.arguments()).startsWith(line);
        assertThat(result.database()).isEmpty();
        assertThat(names(result))
                .containsExactly(
                        "filter millrace",
                        "filter bare",
                        "subscribers-10 millrace",
                        "subscribers-10 bare");
        for (ResultRow row : result.rows()) {
            assertThat(row.rate().rounds()).hasSize(2).allMatch(r -> r > 0);
            assertThat(row.seconds()).isEqualTo(0.06);
            assertThat(row.closed().count()).isPositive();
            assertThat(row.rated().times().p99()).isPositive();
            assertThat(row.cost().cpuMillisPerMessage()).isPositive();
        }
    }

    @Test
    @Tag("proof")
    void boundsAreMeasuredBesideTheWorkThatTheyBound() throws Exception {
        RunResult result =
                stores(
                        "node-costs --scenario mqinput-mqoutput --scenario filter --scenario"
                                + " subscribers-10 --size 1024 --bounds --rounds 1 --millis 30");
        assertThat(names(result))
                .containsExactlyElementsOf(
                        """
                        mqinput-mqoutput millrace
                        mqinput-mqoutput bare
                        mqinput-mqoutput shared-units
                        mqinput-mqoutput clients-alone
                        mqinput-mqoutput persistent millrace
                        mqinput-mqoutput persistent bare
                        mqinput-mqoutput persistent shared-units
                        mqinput-mqoutput persistent clients-alone
                        filter millrace
                        filter bare
                        filter persistent millrace
                        filter persistent bare
                        subscribers-10 millrace
                        subscribers-10 bare
                        subscribers-10 copies-by-hand
                        subscribers-10 persistent millrace
                        subscribers-10 persistent bare
                        subscribers-10 persistent copies-by-hand
                        """
                                .lines()
                                .toList());
    }

    @ParameterizedTest
    @Tag("proof")
    @ValueSource(strings = {"mqinput-mqoutput", "transactional-mqinput-mqoutput"})
    void peersDoTheSameWorkWithPersistentMessagesAndOthers(String scenario) throws Exception {
        RunResult result =
                stores("node-costs --peers --rounds 1 --millis 20 --scenario " + scenario);
        List<String> all = List.of("millrace", "bare", "camel-jms", "plain-jms");
        assertThat(result.rows())
                .extracting(ResultRow::who)
                .containsExactlyElementsOf(Stream.of(all, all).flatMap(List::stream).toList());
    }

    @Test
    @Tag("proof")
    void journalMeasuresEverySettingWithABrokerOfItsOwn() throws Exception {
        RunResult result = stores("journal --micros=150 --rounds=1 --millis=30");
        assertThat(names(result))
                .containsExactlyElementsOf(
                        """
                        mqinput-mqoutput-journal-calibrated persistent millrace
                        mqinput-mqoutput-journal-calibrated persistent bare
                        mqinput-mqoutput-journal-150us persistent millrace
                        mqinput-mqoutput-journal-150us persistent bare
                        mqinput-mqoutput-journal-3333us persistent millrace
                        mqinput-mqoutput-journal-3333us persistent bare
                        """
                                .lines()
                                .toList());
        List<ResultRow> rows = result.rows();
        assertThat(rows.get(0).extra().get("syncMicros")).isPositive();
        assertThat(rows.get(2).extra()).containsEntry("syncMicros", 150.0);
        assertThat(rows).allSatisfy(row -> assertThat(row.rate().rounds()).hasSize(2));
    }

    @Test
    @Tag("proof")
    void coordinationCountsWhatIsForcedForAMessageWithAndWithoutCoordination() throws Exception {
        RunResult result =
                stores(
                        "coordination --of=1-instance-alone --rounds=2 --millis=2000"
                                + " --warm-ups=1");
        assertThat(result.database()).isEqualTo("postgresql");
        String no = "coordinated-no-1-instance-alone persistent ";
        String yes = "coordinated-yes-1-instance-alone persistent ";
        assertThat(names(result)).containsExactly(no + "millrace", yes + "millrace");
        List<ResultRow> rows = result.rows();
        for (ResultRow row : rows) {
            near(row, UnitCounter.MESSAGES_IN_UNIT, 1);
            near(row, UnitCounter.DECISIONS_FORCED, 0);
            assertThat(row.rate().rounds()).hasSize(2);
        }
        // To the database: begin, update, commit; and with coordination prepare, and commit.
        near(rows.get(0), UnitCounter.DATABASE_SENDS, 3);
        near(rows.get(1), UnitCounter.DATABASE_SENDS, 4);
        assertThat(rows.get(1).extra()).containsKey("ofUncoordinated");
    }

    /** The last message of a stretch may be counted with the next one. */
    private static void near(ResultRow row, String figure, double value) {
        assertThat(row.extra().get(figure))
                .as(figure + " of " + row.who())
                .isBetween(value - 0.45, value + 0.45);
    }

    @Test
    void mqsiBalancesItsRecordsAndLeavesNoStoreBehind() throws Exception {
        RunResult result = stores("mqsi --case B2 --records 500 --rounds 2 --warm-up 0");
        assertThat(run.err()).contains("[2/2] B2: read 500, written 446, dropped 54, failed 0");
        assertThat(run.out())
                .contains("351", "to repeat: ./millrace bench mqsi --case B2 --records 500");
        ResultRow row = result.rows().getFirst();
        assertThat(row.work().scenarioId()).isEqualTo("B2");
        assertThat(row.instances()).isEqualTo(8);
        assertThat(row.rate().rounds()).hasSize(2).allMatch(r -> r > 0);
        assertThat(row.extra()).containsEntry("read", 1_000.0).containsEntry("written", 892.0);
        assertThat(row.cost().cpuMillisPerMessage()).isPositive();
    }

    @Test
    void memoryMeasuresTheTreesOfAllFormats() {
        RunResult result = measured("memory --trees 100 --rounds 1");
        assertThat(names(result))
                .hasSameSizeAs(Format.values())
                .contains("tree-memory-cwf millrace", "tree-memory-json millrace");
        assertThat(result.rows())
                .allSatisfy(row -> assertThat(row.extra()).containsKey("heapPerByte"));
    }

    @Test
    void sideBySideMeasuresAndWritesBoth() {
        RunResult result =
                measured(
                        "side-by-side complex-compute-4k|no.such --warm-up=0 --slice=1 --rounds=3");
        assertThat(run.out()).contains("complex-compute-4k", "millrace", "aalto", "0.55");
        assertThat(result.arguments())
                .startsWith(
                        "'complex-compute-4k|no.such' --warm-up=0 --slice=1 --rounds=3 --json=");
        assertThat(result.rows()).extracting(ResultRow::who).containsExactly("millrace", "aalto");
        assertThat(result.rows())
                .allSatisfy(r -> assertThat(r.rate().rounds()).hasSize(3).allMatch(n -> n > 0));
        assertThat(result.rows().getFirst().extra().get("ratio"))
                .isBetween(
                        result.rows().getFirst().extra().get("lowerQuartile"),
                        result.rows().getFirst().extra().get("upperQuartile"));
    }

    @Test
    void aReaderThatCannotWriteHasNoRowForIt() {
        RunResult result = measured("records CWF_COBRIX --rounds=1 --slice=1 --warm-up=0");
        assertThat(names(result)).containsExactly("record-cwf-read CWF_COBRIX");
        assertThat(result.rows())
                .allSatisfy(row -> assertThat(row.rate().perSecond()).isPositive());
        assertThat(result.rows().getLast().cost().allocatedBytesPerMessage()).isGreaterThan(100);
    }
}
