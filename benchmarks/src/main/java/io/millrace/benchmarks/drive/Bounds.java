package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Scenario;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Upper bounds for work that only moves or copies messages: programs without an engine between the
 * clients.
 */
public final class Bounds {

    /** The most messages of an adaptive unit of a flow. */
    private static final int UNIT = 64;

    /** Makers of the bounds of scenarios. */
    public static final List<Maker> MAKERS =
            List.of(Bounds::sharedUnits, Bounds::copiesByHand, Bounds::clientsAlone);

    private Bounds() {}

    /**
     * Returns a loop over Artemis' core API that commits as many messages together as a flow does.
     */
    private static Optional<Contender> sharedUnits(
            Place place, Scenario scenario, boolean persistent) throws Exception {
        return moves(scenario) && scenario.instances() == 1
                ? Optional.of(
                        BareLoop.sharedUnits(
                                place.api(),
                                place.queue("SHARED.IN"),
                                place.queue("SHARED.OUT"),
                                UNIT))
                : Optional.empty();
    }

    /**
     * Returns a loop that puts a separate message to each subscriber's queue, and shares
     * transactions, as the flow does.
     */
    private static Optional<Contender> copiesByHand(
            Place place, Scenario scenario, boolean persistent) throws Exception {
        if (scenario.subscribers() == 0) {
            return Optional.empty();
        }
        List<String> queues =
                IntStream.range(0, scenario.subscribers())
                        .mapToObj(i -> place.queue("COPIES.OUT." + i))
                        .toList();
        return Optional.of(
                BareLoop.queueToEach(place.api(), place.queue("COPIES.IN"), queues, UNIT));
    }

    private static Optional<Contender> clientsAlone(
            Place place, Scenario scenario, boolean persistent) {
        return moves(scenario)
                ? Optional.of(new ClientsAlone(place.queue("ALONE")))
                : Optional.empty();
    }

    private static boolean moves(Scenario scenario) {
        return scenario.id().startsWith("mqinput-mqoutput");
    }

    /** The clients get their own requests. */
    private static final class ClientsAlone extends Mover {

        ClientsAlone(String queue) {
            super("clients-alone", queue, queue);
        }

        @Override
        public void close() {
            // Its queue stays.
        }
    }
}
