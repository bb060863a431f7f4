package io.millrace.flows;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An operator's assignment of a flow to execution groups, which replaces the assignment in the
 * application.
 *
 * @param groups number of copies by execution group; empty for the groups and copies of the
 *     application
 * @param additionalInstances number of threads of each input node in addition to the first; null
 *     for the number in the application
 */
public record Placement(Map<String, Integer> groups, Integer additionalInstances) {

    public Placement {
        groups = groups == null ? Map.of() : new LinkedHashMap<>(groups);
    }
}
