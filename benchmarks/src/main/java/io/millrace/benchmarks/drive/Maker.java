package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.ResultRow;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A factory of contenders for scenarios. */
public interface Maker {

    /** Maximum number of messages in an adaptive unit of a flow. */
    int UNIT = 64;

    /** Millrace. The application of the scenario must already be deployed. */
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
     * The bare loop. The loop has as many threads as the flow, and transactions if the flow has
     * transactions. Publications use the topics of Artemis.
     */
    Maker BARE =
            (place, scenario, persistent) -> {
                int count = scenario.subscribers();
                String topic = count == 0 ? null : "BARE.TOPIC." + count;
                return new BareLoop(
                        ResultRow.BARE,
                        place,
                        count == 0
                                ? List.of(place.queue("BARE.OUT"))
                                : queues(count, i -> topic + "." + i),
                        topic,
                        scenario.isTransacted(persistent) ? 1 : 0,
                        scenario.instances());
            };

    /**
     * Upper bounds without an engine: a loop that commits as many messages together as a flow, the
     * clients alone, and a loop that puts a copy for each subscriber.
     */
    List<Maker> BOUNDS =
            List.of(
                    (place, scenario, persistent) ->
                            moves(scenario) && scenario.instances() == 1
                                    ? units(place, "shared-units", 1)
                                    : null,
                    (place, scenario, persistent) ->
                            scenario.subscribers() == 0
                                    ? null
                                    : units(place, "copies-by-hand", scenario.subscribers()),
                    (place, scenario, persistent) ->
                            moves(scenario)
                                    ? new Contender("clients-alone", place.queue("ALONE"), "ALONE")
                                    : null);

    /** Libraries that do the same work over the same broker. */
    List<Maker> PEERS = List.of(JmsPeer.maker(CamelJms::new), JmsPeer.maker(PlainJms::new));

    /**
     * Starts a contender.
     *
     * @param persistent whether the messages are persistent
     * @return the contender; null if this kind of contender cannot do the work
     */
    Contender make(Place place, Scenario scenario, boolean persistent) throws Exception;

    /**
     * Starts a loop that puts each message on several queues, in units as large as those of a flow.
     */
    private static Contender units(Place place, String who, int outputs) throws Exception {
        List<String> queues = queues(outputs, i -> place.queue(who + ".OUT." + i));
        return new BareLoop(who, place, queues, null, UNIT, 1);
    }

    private static boolean moves(Scenario scenario) {
        return scenario.id().startsWith("mqinput-mqoutput");
    }

    private static List<String> queues(int count, IntFunction<String> name) {
        return IntStream.range(0, count).mapToObj(name).toList();
    }
}
