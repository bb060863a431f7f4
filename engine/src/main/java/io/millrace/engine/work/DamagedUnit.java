package io.millrace.engine.work;

import java.time.Instant;
import java.util.List;

/**
 * A coordinated unit with branches that ended differently, because a resource or an operator ended
 * a branch independently.
 *
 * @param unit identifier as in {@link InDoubtBranch}
 * @param began time at which the unit began
 * @param outcome outcome, for example {@code H_MIXED}
 * @param resources labels of the resources that decided independently or whose outcome is unknown
 */
public record DamagedUnit(String unit, Instant began, String outcome, List<String> resources) {

    public DamagedUnit {
        resources = List.copyOf(resources);
    }
}
