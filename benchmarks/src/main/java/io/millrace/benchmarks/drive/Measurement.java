package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures pieces of work. Contenders take turns round by round in alternating order, so that
 * disturbances of the machine affect all of them.
 *
 * @param makers of contenders; the first is Millrace, the second the bare loop
 */
public record Measurement(Place place, Plan plan, List<Maker> makers) {

    private static final double SHARE = 0.7;

    /** Work with the contenders of a measurement. */
    private interface Step {
        void run(List<Lane> lanes) throws Exception;
    }

    /** Deploys the scenarios' applications, which remain deployed. */
    public void deploy(Collection<Scenario> scenarios) {
        scenarios.forEach(s -> place.broker().deploy(s.application(place.database())));
    }

    /**
     * Lets every contender do a piece of work, unmeasured, after validating a reply.
     *
     * @throws IllegalStateException if a reply is wrong
     */
    public void warmUp(Work work) throws Exception {
        with(List.of(work), plan.warmUp(), lanes -> {});
    }

    /** Measures a piece of work; returns a row for each contender. */
    public List<ResultRow> measure(Work work) throws Exception {
        List<ResultRow> rows = new ArrayList<>();
        with(
                List.of(work),
                plan.settle(),
                lanes -> {
                    takeTurns(lanes);
                    for (Lane lane : lanes) {
                        rows.add(lane.row(lane.rated(plan)));
                    }
                });
        return rows;
    }

    /**
     * Measures several pieces of work together, and then counts the cost of each message for each
     * contender alone; the place has a PostgreSQL.
     *
     * @param forced whether the database's forced writes are counted, for which each contender
     *     waits eleven seconds
     */
    public List<ResultRow> measureUnits(List<Work> works, boolean forced) throws Exception {
        List<ResultRow> rows = new ArrayList<>();
        with(
                works,
                plan.settle(),
                lanes -> {
                    takeTurns(lanes);
                    UnitCounter counter = new UnitCounter(place.database(), place.folder(), forced);
                    for (Lane lane : lanes) {
                        lane.extra.putAll(counter.count(() -> lane.closed(plan.round())));
                        rows.add(lane.row(null));
                    }
                });
        return rows;
    }

    private void takeTurns(List<Lane> lanes) throws Exception {
        for (int round = 0; round < plan.rounds(); round++) {
            for (Lane lane : round % 2 == 0 ? lanes : lanes.reversed()) {
                lane.round(plan.round());
            }
        }
    }

    /** Starts all contenders, validates their replies, and runs them for a time before the step. */
    private void with(List<Work> works, long settle, Step step) throws Exception {
        List<Lane> lanes = new ArrayList<>();
        try {
            for (Work work : works) {
                Scenario scenario = Scenario.of(work.scenarioId());
                for (Maker maker : makers) {
                    Contender made = maker.make(place, scenario, work.persistent());
                    if (made != null) {
                        lanes.add(new Lane(place.api(), made, scenario, work));
                    }
                }
            }
            for (Lane lane : lanes) {
                lane.check();
                lane.closed(settle);
            }
            step.run(lanes);
        } finally {
            // In parallel: some wait a second for their consumers, which receive nothing.
            lanes.parallelStream().forEach(Lane::close);
        }
    }

    /** A contender with its clients, and what was measured of it so far. */
    private static final class Lane {

        private final Contender contender;
        private final Scenario scenario;
        private final Work work;
        private final Clients clients;
        private final Meter meter = new Meter();
        private final List<Double> rounds = new ArrayList<>();
        private final Histogram times = Clients.histogram();
        private final Map<String, Double> extra = new HashMap<>();
        private final long[] commits = new long[3];
        private double seconds;

        Lane(CoreApi api, Contender contender, Scenario scenario, Work work) throws Exception {
            this.contender = contender;
            this.scenario = scenario;
            this.work = work;
            Request request = scenario.request(work.sizeBytes());
            clients = new Clients(api, scenario.clients(), contender, request, work.persistent());
        }

        void check() throws Exception {
            try {
                contender.check(scenario, work.sizeBytes(), clients.reply());
            } catch (IllegalStateException e) {
                throw new IllegalStateException(
                        "%s by %s: %s".formatted(scenario, contender.who, e.getMessage()), e);
            }
        }

        /** Runs a closed loop that is not measured; returns the number of messages. */
        long closed(long millis) throws Exception {
            Histogram unmeasured = Clients.histogram();
            clients.run(0, millis, unmeasured);
            return unmeasured.getTotalCount();
        }

        void round(long millis) throws Exception {
            long[] before = contender.commits();
            meter.begin();
            rounds.add(clients.run(0, millis, times));
            meter.end();
            Arrays.setAll(commits, i -> commits[i] + contender.commits()[i] - before[i]);
            seconds += millis / 1e3;
        }

        ResultRow.RatedRun rated(Plan plan) throws Exception {
            if (plan.rated() == 0) {
                return null;
            }
            Histogram response = Clients.histogram();
            double target = SHARE * Rate.of(rounds).perSecond();
            double reached = clients.run(target, plan.rated(), response);
            return new ResultRow.RatedRun(target, reached, Clients.times(response));
        }

        ResultRow row(ResultRow.RatedRun rated) {
            Rate rate = Rate.of(rounds);
            if (commits[1] > 0) {
                extra.put(UnitCounter.MESSAGES_IN_UNIT, (double) commits[0] / commits[1]);
                extra.put("commitMicros", commits[2] / 1e3 / commits[1]);
            }
            if (scenario.subscribers() > 0) {
                extra.put("deliveriesPerSecond", rate.perSecond() * scenario.subscribers());
            }
            return new ResultRow(
                    work,
                    contender.who,
                    scenario.instances(),
                    seconds,
                    rate,
                    meter.perMessage(times.getTotalCount()),
                    Clients.times(times),
                    rated,
                    extra);
        }

        void close() {
            clients.close();
            contender.close();
        }
    }
}
