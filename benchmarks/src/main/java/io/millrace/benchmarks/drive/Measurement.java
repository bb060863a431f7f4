package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.RatedRun;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.benchmarks.scenario.Scenarios;

import org.HdrHistogram.Histogram;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Measures pieces of work. Contenders take turns round by round in alternating order, so that
 * disturbances of the machine affect all of them.
 */
public final class Measurement {

    private final Place place;
    private final Plan plan;
    private final List<Maker> makers;

    /**
     * @param makers of contenders; the first is Millrace, the second the bare loop
     */
    public Measurement(Place place, Plan plan, List<Maker> makers) {
        this.place = place;
        this.plan = plan;
        this.makers = List.copyOf(makers);
    }

    /** Deploys the scenarios' applications; they stay. */
    public void deploy(Collection<Scenario> scenarios) {
        for (Scenario scenario : scenarios) {
            place.broker().deploy(scenario.application(place.database()));
        }
    }

    /**
     * Has everybody do a piece of work, unmeasured, after looking at a reply.
     *
     * @throws IllegalStateException if a reply is not the expected result of the request
     */
    public void warmUp(Work work) throws Exception {
        try (Lanes lanes = new Lanes(List.of(work))) {
            for (Lane lane : lanes.all) {
                lane.check();
                lane.clients.closed(plan.warmUp());
            }
        }
    }

    /** Measures a piece of work; returns a row for each contender. */
    public List<ResultRow> measure(Work work) throws Exception {
        try (Lanes lanes = new Lanes(List.of(work))) {
            takeTurns(lanes);
            return lanes.rows();
        }
    }

    /**
     * Measures several pieces of work together, with all their contenders in turn. Then the cost of
     * each message is counted for every contender alone. The place must have a PostgreSQL.
     *
     * @param forced whether the database's forced writes are counted too, for which everybody waits
     *     eleven seconds
     */
    public List<ResultRow> measureUnits(List<Work> works, boolean forced) throws Exception {
        try (Lanes lanes = new Lanes(works)) {
            takeTurns(lanes);
            UnitCounter counter = new UnitCounter(place.database(), place.folder(), forced);
            for (Lane lane : lanes.all) {
                lane.extra.putAll(
                        counter.count(
                                () -> lane.clients.closed(plan.round()).nanos().getTotalCount()));
            }
            return lanes.rows();
        }
    }

    private void takeTurns(Lanes lanes) throws Exception {
        for (Lane lane : lanes.all) {
            lane.check();
            lane.clients.closed(plan.settle());
        }
        for (int round = 0; round < plan.rounds(); round++) {
            List<Lane> order = round % 2 == 0 ? lanes.all : lanes.all.reversed();
            order.forEach(lane -> lane.round(plan));
        }
        lanes.all.forEach(lane -> lane.rated(plan));
    }

    /** The contenders of pieces of work, with their clients. */
    private final class Lanes implements AutoCloseable {
        private final List<Lane> all = new ArrayList<>();

        Lanes(List<Work> works) throws Exception {
            try {
                for (Work work : works) {
                    open(work);
                }
            } catch (Exception e) {
                close();
                throw e;
            }
        }

        private void open(Work work) throws Exception {
            Scenario scenario = Scenarios.of(work.scenarioId());
            for (Maker maker : makers) {
                var made = maker.make(place, scenario, work.persistent());
                if (made.isPresent()) {
                    all.add(new Lane(place.api(), made.get(), scenario, work));
                }
            }
        }

        List<ResultRow> rows() {
            return all.stream().map(Lane::row).toList();
        }

        @Override
        public void close() {
            // Side by side: some wait a second for their readers, which have nothing to read.
            try (ExecutorService closing = Executors.newCachedThreadPool()) {
                CompletableFuture.allOf(
                                all.stream()
                                        .map(
                                                lane ->
                                                        CompletableFuture.runAsync(
                                                                lane::close, closing))
                                        .toArray(CompletableFuture[]::new))
                        .join();
            }
        }
    }

    /** A contender and its measurements so far. */
    private static final class Lane {
        private final Contender contender;
        private final Scenario scenario;
        private final Work work;
        private final Clients clients;
        private final Meter meter = new Meter();
        private final List<Double> rounds = new ArrayList<>();
        private final Histogram closed = Phase.histogram();
        private final Map<String, Double> extra = new HashMap<>();
        private Commits commits = Commits.NONE;
        private RatedRun rated;
        private Duration length;

        Lane(CoreApi api, Contender contender, Scenario scenario, Work work) throws Exception {
            this.contender = contender;
            this.scenario = scenario;
            this.work = work;
            clients =
                    new Clients(
                            api,
                            scenario.clients(),
                            contender,
                            contender.request(scenario.request(work.sizeBytes())),
                            work.persistent());
        }

        void check() throws Exception {
            try {
                byte[] reply = clients.reply();
                contender.check(scenario, work.sizeBytes(), reply);
            } catch (IllegalStateException e) {
                throw new IllegalStateException(
                        scenario + " by " + contender.who() + ": " + e.getMessage(), e);
            }
        }

        void round(Plan plan) {
            length = plan.round();
            Commits before = contender.commits();
            meter.begin();
            Phase phase = clients.closed(plan.round());
            meter.end();
            commits = commits.and(contender.commits().since(before));
            rounds.add(phase.perSecond());
            closed.add(phase.nanos());
        }

        void rated(Plan plan) {
            if (!plan.rated().isZero()) {
                double target = plan.target(Rate.of(rounds).perSecond());
                Phase phase = clients.rated(target, plan.rated());
                rated = new RatedRun(target, phase.perSecond(), Phase.times(phase.nanos()));
            }
        }

        ResultRow row() {
            Rate rate = Rate.of(rounds);
            extra.putAll(commits.means());
            if (scenario.subscribers() > 0) {
                extra.put("deliveriesPerSecond", rate.perSecond() * scenario.subscribers());
            }
            return new ResultRow(
                    work,
                    contender.who(),
                    scenario.instances(),
                    rounds.size() * length.toMillis() / 1e3,
                    rate,
                    meter.perMessage(closed.getTotalCount()),
                    Phase.times(closed),
                    rated,
                    extra);
        }

        void close() {
            clients.close();
            contender.close();
        }
    }
}
