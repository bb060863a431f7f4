package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Scenario;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Creates the contender for a scenario. */
public interface Maker {

    /** Millrace: its flow. */
    Maker MILLRACE = (place, scenario, persistent) -> Optional.of(new DeployedFlow(scenario));

    /**
     * The bare loop, with as many threads, and in transactions where the flow is; for publications
     * Artemis' own fan-out.
     */
    Maker BARE =
            (place, scenario, persistent) ->
                    Optional.of(bare(place, scenario, scenario.isTransacted(persistent)));

    /**
     * Starts one.
     *
     * @param persistent whether the messages will be
     * @return empty if it cannot do this work
     */
    Optional<Contender> make(Place place, Scenario scenario, boolean persistent) throws Exception;

    private static Contender bare(Place place, Scenario scenario, boolean transacted)
            throws Exception {
        String from = place.queue("BARE.IN");
        if (scenario.subscribers() == 0) {
            return BareLoop.queueToQueue(
                    place.api(), from, place.queue("BARE.OUT"), scenario.instances(), transacted);
        }
        int subscribers = scenario.subscribers();
        String address = "BARE.TOPIC." + subscribers;
        List<String> queues =
                IntStream.range(0, subscribers).mapToObj(i -> address + "." + i).toList();
        return BareLoop.queueToTopic(place.api(), from, address, queues, transacted);
    }
}
