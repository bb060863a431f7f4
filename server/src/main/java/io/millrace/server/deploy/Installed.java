package io.millrace.server.deploy;

import io.millrace.flows.Placement;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The deployed state of an application: archive, environment, stopped flows and assignments.
 *
 * @param sha256 checksum of the archive
 * @param version version of the application; empty if it has none
 * @param environment environment whose parameters and overrides are used; empty for the default
 * @param stopped stopped flows in the form {@code group/flow}
 * @param assignments assignments of flows that an operator has changed, by flow
 */
public record Installed(
        String sha256,
        String version,
        String environment,
        Set<String> stopped,
        Map<String, Placement> assignments) {

    public Installed {
        stopped = stopped == null ? Set.of() : new TreeSet<>(stopped);
        assignments = assignments == null ? Map.of() : new TreeMap<>(assignments);
    }

    Installed withStopped(Set<String> flows) {
        return new Installed(sha256, version, environment, flows, assignments);
    }

    Installed withAssignments(Map<String, Placement> changed) {
        return new Installed(sha256, version, environment, stopped, changed);
    }
}
