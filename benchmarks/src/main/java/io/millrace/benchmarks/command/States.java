package io.millrace.benchmarks.command;

import io.millrace.benchmarks.library.TreeMemory;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateStore;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.apache.commons.math3.stat.StatUtils;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Measures the state of nodes: a flow with IdempotentReceive beside the same flow without it, in
 * memory; and changes, memory and loading of states of different sizes, on an embedded broker.
 */
final class States {

    private static final String STATE = "bench/state";

    /** Number of changes in a unit of work. */
    private static final int UNIT = 1_000;

    /** Number of changes and messages of a round. */
    private static final int ROUND = 20_000;

    private static final String FLOW =
            """
            flow: once
            nodes:
              in:   {type: MQInput, queue: IN}
              once: {type: IdempotentReceive, key: Root.MQMD.MsgId, keepKeys: 1000000}
              out:  {type: MQOutput, queue: OUT}
            connections:
              in.out: TARGET
              once.out: out
            """;

    private final Path folder;
    private final int rounds;
    private final Consumer<String> progress;

    /**
     * @param folder empty folder for the queues of the embedded broker
     * @param rounds number of measured rounds; one more is a warm-up
     */
    States(Path folder, int rounds, Consumer<String> progress) {
        this.folder = folder;
        this.rounds = rounds;
        this.progress = progress;
    }

    List<ResultRow> measure(List<Integer> sizes) {
        List<ResultRow> rows = new ArrayList<>(flows());
        for (int records : sizes) {
            progress.accept("a state of " + records + " records ...");
            try (Broker broker = Broker.builder().home(folder.resolve("" + records)).start()) {
                rows.addAll(new Filled(broker.store(), records).measure());
            }
        }
        return rows;
    }

    private List<ResultRow> flows() {
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int i = 0; i <= rounds; i++) {
            progress.accept(i == 0 ? "warming up ..." : "round " + i + " of " + rounds);
            double second = rate("out");
            double first = rate("once");
            if (i > 0) {
                with.add(first);
                without.add(second);
            }
        }
        Work work = new Work("idempotent-receive", "", "", false, 0);
        return List.of(
                ResultRow.alone(work, ResultRow.MILLRACE, 1, with, Double.NaN)
                        .with(Map.of(ResultRow.RATIO, median(without) / median(with))),
                ResultRow.alone(work, "without the node", 1, without, Double.NaN));
    }

    private static double median(List<Double> values) {
        return StatUtils.percentile(values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
    }

    /**
     * Returns the messages per second of an in-memory flow with all messages on the input queue at
     * the start.
     */
    private static double rate(String target) {
        try (Broker broker = Broker.builder().memory().start();
                QueueSession session = broker.store().session()) {
            broker.createQueue(QueueDefinition.named("IN"));
            QueueMessage message = new QueueMessage(new Mqmd(), Bytes.utf8("a short message"));
            for (int i = 0; i < ROUND; i++) {
                session.put("IN", message, true);
                if (i % UNIT == UNIT - 1) {
                    session.commit();
                }
            }
            long begin = System.nanoTime();
            broker.deploy(
                    Application.of(
                            "once", Map.of("once.flow.yaml", FLOW.replace("TARGET", target))));
            while (broker.store().depth("OUT") < ROUND) {
                LockSupport.parkNanos(100_000);
            }
            return ROUND * 1e9 / (System.nanoTime() - begin);
        }
    }

    /** A state with a number of records. */
    private final class Filled {
        private final QueueStore queues;
        private final int records;
        private final UnitOfWork unit = new UnitOfWork();
        private final Random random = new Random(1);

        Filled(QueueStore queues, int records) {
            this.queues = queues;
            this.records = records;
        }

        private State open(QueueSession session) {
            StateLimits limits = new StateLimits(records, 1_024L * records, false);
            return new StateStore(queues, Clock.systemUTC())
                    .open(STATE, limits, unit, () -> session, () -> false);
        }

        List<ResultRow> measure() {
            try (QueueSession session = queues.session()) {
                List<Double> changes = new ArrayList<>();
                State state = open(session);
                put(state, records, false);
                for (int i = 0; i <= rounds; i++) {
                    double rate = put(state, ROUND, true);
                    if (i > 0) {
                        changes.add(rate);
                    }
                }
                long before = TreeMemory.used();
                state.close();
                long heap = (before - TreeMemory.used()) / records;
                double[] seconds = new double[rounds];
                for (int i = 0; i < rounds; i++) {
                    State loaded = open(session);
                    long begin = System.nanoTime();
                    loaded.get("0");
                    seconds[i] = (System.nanoTime() - begin) / 1e9;
                    unit.rollback();
                    loaded.close();
                }
                List<Double> loads = new ArrayList<>();
                for (double each : seconds) {
                    loads.add(records / each);
                }
                return List.of(
                        row("change", changes, Map.of("heapBytes", (double) heap)),
                        row(
                                "load",
                                loads,
                                Map.of("medianSeconds", StatUtils.percentile(seconds, 50))));
            }
        }

        private ResultRow row(String what, List<Double> rates, Map<String, Double> more) {
            Work work = new Work("state-" + what + "-" + records, "", "", true, 0);
            return ResultRow.alone(work, ResultRow.MILLRACE, 1, rates, Double.NaN).with(more);
        }

        /** Puts records in units of work. Returns the number of records per second. */
        private double put(State state, int count, boolean any) {
            long begin = System.nanoTime();
            for (int i = 0; i < count; i++) {
                state.put(
                        Integer.toString(any ? random.nextInt(records) : i),
                        Bytes.utf8(Integer.toString(i)));
                if (i % UNIT == UNIT - 1) {
                    unit.commit();
                }
            }
            unit.commit();
            return count * 1e9 / (System.nanoTime() - begin);
        }
    }
}
