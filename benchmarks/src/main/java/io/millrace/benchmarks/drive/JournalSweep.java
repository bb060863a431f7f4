package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.engine.queue.QueueStoreSettings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The same work over brokers whose journals wait differently long for others to share a forced
 * write. A broker can be given its journal only when it starts: so in each round every setting gets
 * a broker of its own, one after the other, the order turned about from round to round.
 *
 * @param parent where their folders are made; its disk is what is measured
 * @param scenario of persistent messages
 * @param rounds of each setting
 * @param round how long each contender works in one
 */
public record JournalSweep(Path parent, Scenario scenario, int rounds, Duration round) {

    /** Of all measurements with one setting: the calibrated one has what the last one found. */
    public record Setting(int syncMicros, List<ResultRow> rows) {}

    private static final int WARM_UPS = 2;

    /** What one contender did in all rounds. */
    private static final class Kept {
        private ResultRow last;
        private final List<Double> rates = new ArrayList<>();

        void add(ResultRow row) {
            last = row;
            rates.addAll(row.rate().rounds());
        }

        ResultRow row(Map<String, Double> extra) {
            return new ResultRow(
                    last.work(),
                    last.who(),
                    last.instances(),
                    Rate.of(rates),
                    last.cost(),
                    last.closed(),
                    null,
                    extra);
        }
    }

    /**
     * Measures them.
     *
     * @param settings names, and microseconds or {@link QueueStoreSettings.Journal#CALIBRATE}
     * @param told of each setting in each round
     * @return by the settings' names, in their order
     */
    public Map<String, Setting> measure(
            Map<String, Integer> settings, BiConsumer<String, List<ResultRow>> told)
            throws Exception {
        Map<String, Map<String, Kept>> kept = new LinkedHashMap<>();
        Map<String, Integer> micros = new LinkedHashMap<>(settings);
        settings.keySet().forEach(name -> kept.put(name, new LinkedHashMap<>()));
        for (int i = 0; i < rounds; i++) {
            List<String> order = new ArrayList<>(settings.keySet());
            for (String name : i % 2 == 0 ? order : order.reversed()) {
                List<ResultRow> rows = once(name, settings.get(name), micros);
                told.accept(name, rows);
                rows.forEach(r -> kept.get(name).computeIfAbsent(r.who(), w -> new Kept()).add(r));
            }
        }
        Map<String, Setting> all = new LinkedHashMap<>();
        kept.forEach(
                (name, whos) -> {
                    Map<String, Double> extra = Map.of("syncMicros", (double) micros.get(name));
                    all.put(
                            name,
                            new Setting(
                                    micros.get(name),
                                    whos.values().stream().map(k -> k.row(extra)).toList()));
                });
        return all;
    }

    private List<ResultRow> once(String name, int setting, Map<String, Integer> micros)
            throws Exception {
        var journal =
                new QueueStoreSettings.Journal(
                        setting,
                        QueueStoreSettings.Journal.DEFAULT.force(),
                        QueueStoreSettings.Journal.DEFAULT.diskFullPercent());
        try (Place place = Place.open(parent, null, journal)) {
            micros.put(name, place.syncMicros());
            Plan plan = new Plan(round, Duration.ZERO, 2, round, Duration.ZERO, 0);
            Measurement measurement =
                    new Measurement(place, plan, List.of(Maker.MILLRACE, Maker.BARE));
            measurement.deploy(List.of(scenario));
            Work work =
                    scenario.works().stream().filter(Work::persistent).findFirst().orElseThrow();
            for (int i = 0; i < WARM_UPS; i++) {
                measurement.warmUp(work);
            }
            return measurement.measure(work).stream().map(row -> named(row, name)).toList();
        }
    }

    /** Under an id of its own, so that results of several settings do not mix. */
    private static ResultRow named(ResultRow row, String setting) {
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
                row.rate(),
                row.cost(),
                row.closed(),
                null,
                Map.of());
    }
}
