package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Request;

import org.HdrHistogram.Histogram;
import org.apache.activemq.artemis.api.core.ActiveMQException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The driving clients of a contender, one thread each. */
final class Clients implements AutoCloseable {

    /** Action of one client in a phase. */
    private interface Turn {
        Phase run(Client client, int number) throws ActiveMQException;
    }

    private static final long START_NANOS = 5_000_000;

    private final List<Client> clients = new ArrayList<>();
    private final Drain drain;
    private final ExecutorService threads;

    Clients(CoreApi api, int count, Contender contender, Request request, boolean persistent)
            throws Exception {
        drain = new Drain(api, contender.drained());
        for (int i = 0; i < count; i++) {
            clients.add(new Client(api, contender, request, persistent));
        }
        threads =
                Executors.newFixedThreadPool(
                        count, Thread.ofPlatform().name("client-", 1).daemon().factory());
    }

    /** Sends a request and returns the reply without its MQMD. */
    byte[] reply() throws ActiveMQException {
        return clients.getFirst().reply();
    }

    /** Runs all clients, each with its next request as soon as it has the reply to the last. */
    Phase closed(Duration time) {
        return run((client, number) -> client.closed(time.toNanos()));
    }

    /** Runs all clients together at a rate, with their requests evenly distributed. */
    Phase rated(double perSecond, Duration time) {
        long apart = (long) (1e9 / perSecond);
        long first = System.nanoTime() + START_NANOS;
        return run(
                (client, number) ->
                        client.rated(
                                first + number * apart, apart * clients.size(), time.toNanos()));
    }

    private Phase run(Turn turn) {
        CountDownLatch ready = new CountDownLatch(clients.size());
        List<Future<Phase>> running = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            int number = i;
            running.add(
                    threads.submit(
                            () -> {
                                ready.countDown();
                                ready.await();
                                return turn.run(clients.get(number), number);
                            }));
        }
        double perSecond = 0;
        Histogram all = Phase.histogram();
        for (Future<Phase> one : running) {
            Phase phase = result(one);
            perSecond += phase.perSecond();
            all.add(phase.nanos());
        }
        return new Phase(perSecond, all);
    }

    private static Phase result(Future<Phase> running) {
        try {
            return running.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the measurement was interrupted", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        clients.forEach(Client::close);
        drain.close();
    }
}
