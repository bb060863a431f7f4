package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.engine.queue.QueueStoreSettings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The same work over brokers whose journals wait for different times to share a forced write. A
 * journal is configured at the start of its broker, so each setting gets a broker of its own in
 * each round, and the order of the settings alternates.
 *
 * @param parent folder for stores; its disk is measured
 * @param scenario with persistent messages
 * @param rounds of each setting
 * @param round length of the work of a contender in a round
 */
public record JournalSweep(Path parent, Scenario scenario, int rounds, Duration round) {

    private static final int WARM_UPS = 2;

    /**
     * Measures settings.
     *
     * @param settings names, and microseconds or {@link QueueStoreSettings.Journal#CALIBRATE}
     * @param progress receives the rows of each setting in each round
     * @return a row for each setting and contender
     */
    public List<ResultRow> measure(
            Map<String, Integer> settings, Consumer<List<ResultRow>> progress) throws Exception {
        Map<String, List<ResultRow>> kept = new TreeMap<>();
        List<String> names = List.copyOf(settings.keySet());
        for (int i = 0; i < rounds; i++) {
            for (String name : i % 2 == 0 ? names : names.reversed()) {
                List<ResultRow> rows = once(name, settings.get(name));
                progress.accept(rows);
                rows.forEach(
                        row ->
                                kept.computeIfAbsent(name + " " + row.who(), k -> new ArrayList<>())
                                        .add(row));
            }
        }
        return names.stream()
                .flatMap(
                        name ->
                                Stream.of(ResultRow.MILLRACE, ResultRow.BARE)
                                        .map(who -> together(kept.get(name + " " + who))))
                .toList();
    }

    /**
     * Combines all rounds of a row; cost, response times and the timer are those of the last round.
     */
    private static ResultRow together(List<ResultRow> rows) {
        ResultRow last = rows.getLast();
        return new ResultRow(
                last.work(),
                last.who(),
                last.instances(),
                rows.stream().mapToDouble(ResultRow::seconds).sum(),
                Rate.of(rows.stream().flatMap(row -> row.rate().rounds().stream()).toList()),
                last.cost(),
                last.closed(),
                null,
                last.extra());
    }

    private List<ResultRow> once(String name, int setting) throws Exception {
        var standard = QueueStoreSettings.Journal.DEFAULT;
        var journal =
                new QueueStoreSettings.Journal(
                        setting, standard.force(), standard.diskFullPercent());
        try (Place place = Place.open(parent, null, journal)) {
            Plan plan = new Plan(round, Duration.ZERO, 2, round, Duration.ZERO, 0);
            Measurement measurement =
                    new Measurement(place, plan, List.of(Maker.MILLRACE, Maker.BARE));
            measurement.deploy(List.of(scenario));
            Work work =
                    scenario.works().stream().filter(Work::persistent).findFirst().orElseThrow();
            for (int i = 0; i < WARM_UPS; i++) {
                measurement.warmUp(work);
            }
            return measurement.measure(work).stream()
                    .map(row -> named(row, name, place.syncMicros()))
                    .toList();
        }
    }

    /** Returns a row with its own id, so that settings are different work. */
    private static ResultRow named(ResultRow row, String setting, double syncMicros) {
        Work work = row.work();
        return new ResultRow(
                new Work(
                        work.scenarioId() + "-journal-" + setting,
                        "",
                        work.messageFormat(),
                        work.persistent(),
                        work.sizeBytes()),
                row.who(),
                row.instances(),
                row.seconds(),
                row.rate(),
                row.cost(),
                row.closed(),
                null,
                Map.of("syncMicros", syncMicros));
    }
}
