package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.ResultRow;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Creates the contender for a scenario. */
public interface Maker {

    /** The maximum of messages in an adaptive unit of a flow. */
    int UNIT = 64;

    /** Millrace, with the scenario's application deployed before. */
    Maker MILLRACE =
            (place, scenario, persistent) ->
                    new Contender(
                            ResultRow.MILLRACE, scenario.inputQueue(), scenario.outputQueue()) {
                        @Override
                        List<String> drained() {
                            return scenario.drainedQueues();
                        }

                        @Override
                        void check(Scenario work, int bytes, byte[] reply) {
                            work.check(bytes, reply);
                        }
                    };

    /**
     * The bare loop, with as many threads, and in transactions where the flow is; for publications
     * Artemis' own fan-out.
     */
    Maker BARE =
            (place, scenario, persistent) -> {
                int count = scenario.subscribers();
                String topic = count == 0 ? null : "BARE.TOPIC." + count;
                List<String> outputs =
                        count == 0
                                ? List.of(place.queue("BARE.OUT"))
                                : queues(count, i -> topic + "." + i);
                return new BareLoop(
                        ResultRow.BARE,
                        place,
                        "BARE.IN",
                        outputs,
                        topic,
                        scenario.isTransacted(persistent) ? 1 : 0,
                        scenario.instances());
            };

    /** Programs that do the minimum for coordinated units; the place has a PostgreSQL. */
    Maker UNITS = (place, scenario, persistent) -> new BareUnits(place, scenario);

    /**
     * Upper bounds, without an engine between the clients: a loop that commits as many messages
     * together as a flow, the clients alone, and a loop that puts a copy for each subscriber.
     */
    List<Maker> BOUNDS =
            List.of(
                    (place, scenario, persistent) ->
                            moves(scenario) && scenario.instances() == 1
                                    ? new BareLoop(
                                            "shared-units",
                                            place,
                                            "SHARED.IN",
                                            List.of(place.queue("SHARED.OUT")),
                                            null,
                                            UNIT,
                                            1)
                                    : null,
                    (place, scenario, persistent) ->
                            scenario.subscribers() == 0
                                    ? null
                                    : new BareLoop(
                                            "copies-by-hand",
                                            place,
                                            "COPIES.IN",
                                            queues(
                                                    scenario.subscribers(),
                                                    i -> place.queue("COPIES.OUT." + i)),
                                            null,
                                            UNIT,
                                            1),
                    (place, scenario, persistent) ->
                            moves(scenario)
                                    ? new Contender("clients-alone", place.queue("ALONE"), "ALONE")
                                    : null);

    /** Libraries that do the work over the same broker. */
    List<Maker> PEERS =
            List.of(
                    JmsPeer.maker(CamelJms::new),
                    JmsPeer.maker(SpringIntegration::new),
                    JmsPeer.maker(PlainJms::new));

    /**
     * Starts a contender.
     *
     * @param persistent whether the messages will be
     * @return null if it cannot do this work
     */
    Contender make(Place place, Scenario scenario, boolean persistent) throws Exception;

    private static boolean moves(Scenario scenario) {
        return scenario.id().startsWith("mqinput-mqoutput");
    }

    private static List<String> queues(int count, IntFunction<String> name) {
        return IntStream.range(0, count).mapToObj(name).toList();
    }
}
