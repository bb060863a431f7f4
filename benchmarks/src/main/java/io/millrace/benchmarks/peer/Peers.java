package io.millrace.benchmarks.peer;

import io.millrace.benchmarks.drive.Contender;
import io.millrace.benchmarks.drive.Maker;
import io.millrace.benchmarks.drive.Place;

import java.util.List;
import java.util.Optional;

/** All peers. */
public final class Peers {

    /** Constructors of the peers, for the scenarios that each can do. */
    public static final List<Maker> MAKERS =
            List.of(maker(CamelJms::new), maker(SpringIntegration::new), maker(PlainJms::new));

    private Peers() {}

    private interface Opening {
        Contender open(Place place, Job job, boolean transacted, boolean persistent)
                throws Exception;
    }

    private static Maker maker(Opening opening) {
        return (place, scenario, persistent) -> {
            var job = Job.of(scenario);
            if (job.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    opening.open(place, job.get(), scenario.isTransacted(persistent), persistent));
        };
    }
}
