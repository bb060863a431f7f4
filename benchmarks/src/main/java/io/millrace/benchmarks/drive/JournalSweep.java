package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.queue.QueueStoreSettings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The same work over brokers whose journals wait for different times to share a forced write. A
 * journal is configured at the start of its broker, so each setting gets a broker of its own in
 * each round, and the order of the settings alternates.
 *
 * @param parent of the stores; its disk is measured
 * @param scenario with persistent messages
 * @param rounds of each setting
 * @param round length of the work of a contender in a round
 */
public record JournalSweep(Path parent, Scenario scenario, int rounds, Duration round) {

    /**
     * Measures settings.
     *
     * @param settings names, and microseconds or {@link QueueStoreSettings.Journal#CALIBRATE}
     * @param progress receives the rows of each setting in each round
     * @return a row for each setting and contender
     */
    public List<ResultRow> measure(
            Map<String, Integer> settings, Consumer<List<ResultRow>> progress) throws Exception {
        Map<String, List<ResultRow>> kept = new LinkedHashMap<>();
        List<String> names = List.copyOf(settings.keySet());
        names.forEach(
                name ->
                        Stream.of(ResultRow.MILLRACE, ResultRow.BARE)
                                .forEach(who -> kept.put(name + who, new ArrayList<>())));
        for (int i = 0; i < rounds; i++) {
            for (String name : i % 2 == 0 ? names : names.reversed()) {
                List<ResultRow> rows = once(name, settings.get(name));
                progress.accept(rows);
                rows.forEach(row -> kept.get(name + row.who()).add(row));
            }
        }
        return kept.values().stream().map(JournalSweep::together).toList();
    }

    /** Joins the rounds of a row; cost, response times and the timer are those of the last. */
    private static ResultRow together(List<ResultRow> rows) {
        return rows.getLast()
                .with(Rate.of(rows.stream().flatMap(row -> row.rate().rounds().stream()).toList()))
                .measuredFor(rows.stream().mapToDouble(ResultRow::seconds).sum());
    }

    /** Settings are different work, so each has an id. */
    private List<ResultRow> once(String name, int setting) throws Exception {
        var standard = QueueStoreSettings.Journal.DEFAULT;
        var journal =
                new QueueStoreSettings.Journal(
                        setting, standard.force(), standard.diskFullPercent());
        try (Place place = new Place(parent, null, journal)) {
            Plan plan = new Plan(round, Duration.ZERO, 2, round, Duration.ZERO, 0);
            Measurement measurement =
                    new Measurement(place, plan, List.of(Maker.MILLRACE, Maker.BARE));
            measurement.deploy(List.of(scenario));
            Work work = scenario.works().getLast();
            measurement.warmUp(work);
            measurement.warmUp(work);
            String id = work.scenarioId() + "-journal-" + name;
            return measurement.measure(work).stream()
                    .map(
                            row ->
                                    row.of(
                                            new Work(
                                                    id,
                                                    "",
                                                    work.messageFormat(),
                                                    true,
                                                    work.sizeBytes())))
                    .map(row -> row.with(Map.of("syncMicros", (double) place.syncMicros())))
                    .toList();
        }
    }
}
