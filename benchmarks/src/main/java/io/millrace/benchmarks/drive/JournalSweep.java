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
 * Measures the same work with brokers whose journals wait for different times to share a forced
 * write. A journal is configured at the start of the broker, so each setting has a separate broker
 * in each round. The order of the settings alternates.
 *
 * @param parent parent folder of the stores; the disk of this folder is measured
 * @param scenario scenario, which is run with persistent messages
 * @param rounds number of rounds of each setting
 * @param millis length of a round of a contender, in milliseconds
 */
public record JournalSweep(Path parent, Scenario scenario, int rounds, int millis) {

    /**
     * Measures settings.
     *
     * @param settings microseconds, or {@link QueueStoreSettings.Journal#CALIBRATE}, by name of the
     *     setting
     * @param progress receives the rows of each setting in each round
     * @return a row for each setting and contender
     */
    public List<ResultRow> measure(
            Map<String, Integer> settings, Consumer<List<ResultRow>> progress) throws Exception {
        Map<List<String>, List<ResultRow>> kept = new LinkedHashMap<>();
        List<String> names = List.copyOf(settings.keySet());
        for (int i = 0; i < rounds; i++) {
            for (String name : i % 2 == 0 ? names : names.reversed()) {
                List<ResultRow> rows = once(settings.get(name));
                progress.accept(rows);
                rows.forEach(
                        row ->
                                kept.computeIfAbsent(
                                                List.of(name, row.who()), _ -> new ArrayList<>())
                                        .add(row));
            }
        }
        return kept.entrySet().stream()
                .map(one -> together(one.getKey().getFirst(), one.getValue()))
                .toList();
    }

    /**
     * Combines the rounds of a setting into one row. Cost, response times and the timer come from
     * the last round.
     */
    private static ResultRow together(String setting, List<ResultRow> rows) {
        ResultRow last = rows.getLast();
        Work work = last.work();
        return new ResultRow(
                new Work(
                        work.scenarioId() + "-journal-" + setting,
                        "",
                        work.messageFormat(),
                        true,
                        work.sizeBytes()),
                last.who(),
                last.instances(),
                rows.stream().mapToDouble(ResultRow::seconds).sum(),
                Rate.of(rows.stream().flatMap(row -> row.rate().rounds().stream()).toList()),
                last.cost(),
                last.closed(),
                last.rated(),
                last.extra());
    }

    private List<ResultRow> once(int micros) throws Exception {
        try (Place place = new Place(parent, null, Place.journal(micros))) {
            Plan plan = new Plan(millis, 0, 2, millis, 0);
            Measurement measurement =
                    new Measurement(place, plan, List.of(Maker.MILLRACE, Maker.BARE));
            measurement.deploy(List.of(scenario));
            Work work = scenario.works().getLast();
            measurement.warmUp(work);
            measurement.warmUp(work);
            return measurement.measure(work).stream()
                    .map(row -> row.with(Map.of("syncMicros", (double) place.syncMicros())))
                    .toList();
        }
    }
}
