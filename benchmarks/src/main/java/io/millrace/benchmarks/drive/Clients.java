package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.ResultRow;

import org.HdrHistogram.Histogram;
import org.apache.activemq.artemis.api.core.ActiveMQException;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The driving clients of a contender, one thread each. */
final class Clients implements AutoCloseable {

    private final List<Client> clients = new ArrayList<>();
    private final CoreApi.Drain drain;
    private final ExecutorService threads;

    Clients(CoreApi api, int count, Contender contender, Request request, boolean persistent)
            throws Exception {
        drain = api.drain(contender.drained());
        for (int i = 0; i < count; i++) {
            clients.add(new Client(api, contender, request, persistent));
        }
        threads =
                Executors.newFixedThreadPool(
                        count, Thread.ofPlatform().name("client-", 1).daemon().factory());
    }

    static Histogram histogram() {
        return new Histogram(120_000_000_000L, 3);
    }

    /** Makes a single round trip; returns headers and body of the reply after the MQMD. */
    byte[] reply() throws ActiveMQException {
        return BareLoop.body(clients.getFirst().roundTrip());
    }

    /**
     * Lets all clients make round trips for a time: each client after its previous reply, or all
     * together at a fixed rate, with evenly distributed requests.
     *
     * @param rate requests per second; 0 for as fast as possible
     * @param all histogram to which response times in nanoseconds are added
     * @return round trips per second
     */
    double run(double rate, long millis, Histogram all) throws Exception {
        CountDownLatch ready = new CountDownLatch(clients.size());
        long separate = rate == 0 ? 0 : (long) (1e9 / rate);
        long first = System.nanoTime() + 5_000_000;
        Map<Histogram, Future<Double>> running = new IdentityHashMap<>();
        for (int i = 0; i < clients.size(); i++) {
            int number = i;
            Histogram times = histogram();
            running.put(
                    times,
                    threads.submit(
                            () -> {
                                ready.countDown();
                                ready.await();
                                return clients.get(number)
                                        .run(
                                                first + number * separate,
                                                separate * clients.size(),
                                                TimeUnit.MILLISECONDS.toNanos(millis),
                                                times);
                            }));
        }
        double perSecond = 0;
        for (var one : running.entrySet()) {
            perSecond += one.getValue().get();
            all.add(one.getKey());
        }
        return perSecond;
    }

    /** Returns the figures of a histogram in microseconds; null if it is empty. */
    static ResultRow.ResponseTimes times(Histogram h) {
        return h.getTotalCount() == 0
                ? null
                : new ResultRow.ResponseTimes(
                        h.getValueAtPercentile(50) / 1e3,
                        h.getValueAtPercentile(99) / 1e3,
                        h.getValueAtPercentile(99.9) / 1e3,
                        h.getMaxValue() / 1e3,
                        h.getTotalCount());
    }

    @Override
    public void close() {
        threads.shutdownNow();
        clients.forEach(Client::close);
        drain.close();
    }
}
