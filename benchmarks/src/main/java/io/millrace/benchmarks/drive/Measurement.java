package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures pieces of work. Contenders take turns round by round in alternating order, so that
 * disturbances of the machine affect all of them.
 *
 * @param makers factories of contenders; the first is Millrace, the second the bare loop
 */
public record Measurement(Place place, Plan plan, List<Maker> makers) {

    /** The last step of the measurement of a contender. */
    private interface End {
        ResultRow.RatedRun run(MeasuredContender measured) throws Exception;
    }

    /** Deploys the applications of scenarios. They remain deployed. */
    public void deploy(Collection<Scenario> scenarios) {
        scenarios.forEach(s -> place.broker().deploy(s.application(place.database())));
    }

    /**
     * Warms up every contender for a piece of work, after validating a reply.
     *
     * @throws IllegalStateException if a reply is wrong
     */
    public void warmUp(Work work) throws Exception {
        measure(List.of(work), plan.warmUp(), 0, null);
    }

    /** Measures a piece of work; returns a row for each contender. */
    public List<ResultRow> measure(Work work) throws Exception {
        return measure(
                List.of(work), plan.settle(), plan.rounds(), measured -> measured.rated(plan));
    }

    /**
     * Measures several pieces of work together. Then runs each contender alone to measure the cost
     * per message, which requires PostgreSQL.
     */
    public List<ResultRow> measureUnits(List<Work> works) throws Exception {
        UnitCounter counter = new UnitCounter(place.database(), place.folder());
        return measure(
                works,
                plan.settle(),
                plan.rounds(),
                measured -> {
                    measured.extra.putAll(counter.count(() -> measured.closed(plan.round())));
                    return null;
                });
    }

    /**
     * Starts all contenders, validates the replies, runs the contenders for a time, and measures
     * them.
     */
    private List<ResultRow> measure(List<Work> works, long settle, int rounds, End end)
            throws Exception {
        List<MeasuredContender> contenders = new ArrayList<>();
        try {
            for (Work work : works) {
                Scenario scenario = Scenario.of(work.scenarioId());
                for (Maker maker : makers) {
                    Contender made = maker.make(place, scenario, work.persistent());
                    if (made != null) {
                        contenders.add(new MeasuredContender(place.api(), made, scenario, work));
                    }
                }
            }
            for (MeasuredContender measured : contenders) {
                measured.check();
                measured.closed(settle);
            }
            for (int round = 0; round < rounds; round++) {
                for (MeasuredContender measured :
                        round % 2 == 0 ? contenders : contenders.reversed()) {
                    measured.round(plan.round());
                }
            }
            List<ResultRow> rows = new ArrayList<>();
            for (MeasuredContender measured :
                    rounds == 0 ? List.<MeasuredContender>of() : contenders) {
                rows.add(measured.row(end.run(measured)));
            }
            return rows;
        } finally {
            // In parallel, because some contenders wait a second for consumers that receive
            // nothing.
            contenders.parallelStream().forEach(MeasuredContender::close);
        }
    }

    /** A contender with clients and the figures so far. */
    private static final class MeasuredContender {

        private final Contender contender;
        private final Scenario scenario;
        private final Work work;
        private final Clients clients;
        private final Meter meter = new Meter();
        private final List<Double> rounds = new ArrayList<>();
        private final Histogram times = Clients.histogram();
        private final Map<String, Double> extra = new HashMap<>();
        private double seconds;

        MeasuredContender(CoreApi api, Contender contender, Scenario scenario, Work work)
                throws Exception {
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

        /** Runs a closed loop without measurement. Returns the number of messages. */
        long closed(long millis) throws Exception {
            Histogram unmeasured = Clients.histogram();
            clients.run(0, millis, unmeasured);
            return unmeasured.getTotalCount();
        }

        void round(long millis) throws Exception {
            meter.begin();
            rounds.add(clients.run(0, millis, times));
            meter.end();
            seconds += millis / 1e3;
        }

        ResultRow.RatedRun rated(Plan plan) throws Exception {
            if (plan.rated() == 0) {
                return null;
            }
            Histogram response = Clients.histogram();
            // At this rate, response times are those of a broker that is not overloaded.
            double target = 0.7 * Rate.of(rounds).perSecond();
            double reached = clients.run(target, plan.rated(), response);
            return new ResultRow.RatedRun(target, reached, Clients.times(response));
        }

        ResultRow row(ResultRow.RatedRun rated) {
            Rate rate = Rate.of(rounds);
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
