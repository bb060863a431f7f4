package io.millrace.engine.work;

import java.time.Instant;
import java.util.List;

/**
 * A coordinated unit whose branches did not all end alike, because a resource, or a person, decided
 * on its own.
 *
 * @param unit as in {@link InDoubtBranch}
 * @param began when
 * @param outcome in words, for example {@code H_MIXED}
 * @param resources the labels of those that decided on their own, or of which it is not known
 */
public record DamagedUnit(String unit, Instant began, String outcome, List<String> resources) {

    public DamagedUnit {
        resources = List.copyOf(resources);
    }
}
