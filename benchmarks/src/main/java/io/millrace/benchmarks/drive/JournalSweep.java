package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.queue.QueueStoreSettings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The same work over brokers whose journals wait for different times to share a forced write. A
 * journal is configured at the start of its broker, so each setting gets a broker of its own in
 * each round, and the order of the settings alternates.
 *
 * @param parent of the stores; its disk is measured
 * @param scenario with persistent messages
 * @param rounds of each setting
 * @param millis length of the work of a contender in a round
 */
public record JournalSweep(Path parent, Scenario scenario, int rounds, int millis) {

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
        for (int i = 0; i < rounds; i++) {
            for (String name : i % 2 == 0 ? names : names.reversed()) {
                List<ResultRow> rows = once(name, settings.get(name));
                progress.accept(rows);
                rows.forEach(
                        row ->
                                kept.computeIfAbsent(name + row.who(), _ -> new ArrayList<>())
                                        .add(row));
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

    private List<ResultRow> once(String name, int micros) throws Exception {
        try (Place place = new Place(parent, null, Place.journal(micros))) {
            Plan plan = new Plan(millis, 0, 2, millis, 0);
            Measurement measurement =
                    new Measurement(place, plan, List.of(Maker.MILLRACE, Maker.BARE));
            measurement.deploy(List.of(scenario));
            Work work = scenario.works().getLast();
            measurement.warmUp(work);
            measurement.warmUp(work);
            // Settings are different work.
            Work named =
                    new Work(
                            work.scenarioId() + "-journal-" + name,
                            "",
                            work.messageFormat(),
                            true,
                            work.sizeBytes());
            return measurement.measure(work).stream()
                    .map(row -> row.of(named))
                    .map(row -> row.with(Map.of("syncMicros", (double) place.syncMicros())))
                    .toList();
        }
    }
}
