package io.millrace.benchmarks.tables;

import io.millrace.benchmarks.drive.Client;
import io.millrace.benchmarks.drive.Contender;
import io.millrace.benchmarks.drive.DeployedFlow;
import io.millrace.benchmarks.drive.Drain;
import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.scenario.Request;
import io.millrace.benchmarks.scenario.Scenario;

import org.apache.activemq.artemis.api.core.ActiveMQException;

import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** A broker with an embedded store and a flow, and a client for each thread that asks. */
final class RoundTrips implements AutoCloseable {

    private final Place place;
    private final Contender flow;
    private final Request request;
    private final boolean persistent;
    private final Drain drain;
    private final Queue<Client> clients = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Client> mine = ThreadLocal.withInitial(this::client);

    /**
     * Looks at the reply to a first request.
     *
     * @param place with the flow deployed; closed with this
     * @param check throws where a reply is not right
     */
    RoundTrips(
            Place place,
            Contender flow,
            Request request,
            boolean persistent,
            Consumer<byte[]> check) {
        this.place = place;
        this.flow = flow;
        this.request = request;
        this.persistent = persistent;
        try {
            drain = new Drain(place.api(), flow.drained());
            check.accept(mine.get().reply());
        } catch (Exception e) {
            place.close();
            throw new IllegalStateException(flow.input() + ": " + e.getMessage(), e);
        }
    }

    /** The work of a row of the report. */
    static RoundTrips of(Scenario scenario, Row row) {
        Place place = place(scenario.usesDatabase() ? Place.DatabaseKind.H2 : null);
        place.broker().deploy(scenario.application(place.database()));
        return new RoundTrips(
                place,
                new DeployedFlow(scenario),
                scenario.request(row.bytes()),
                row.persistent(),
                reply -> scenario.check(row.bytes(), reply));
    }

    /** A broker in the folder for files that do not last. */
    static Place place(Place.DatabaseKind database) {
        return Place.open(Path.of(System.getProperty("java.io.tmpdir")), database);
    }

    private Client client() {
        try {
            Client client = new Client(place.api(), flow, request, persistent);
            clients.add(client);
            return client;
        } catch (Exception e) {
            throw new IllegalStateException("a client cannot connect: " + e.getMessage(), e);
        }
    }

    /** Puts a request and waits for any reply. */
    Object trip() {
        try {
            return mine.get().roundTrip();
        } catch (ActiveMQException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        clients.forEach(Client::close);
        drain.close();
        flow.close();
        place.close();
    }
}
