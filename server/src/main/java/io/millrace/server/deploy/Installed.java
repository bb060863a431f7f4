package io.millrace.server.deploy;

import io.millrace.flows.Placement;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The deployed state of an application or a library: archive, environment, stopped flows and
 * assignments.
 *
 * @param sha256 checksum of the archive
 * @param version version of the application; empty if it has none
 * @param environment environment whose parameters and overrides are used; empty for the default
 * @param stopped stopped flows in the form {@code group/flow}
 * @param assignments assignments of flows that an operator has changed, by flow
 * @param kind what the archive contains; null, as in logs of earlier versions, for an application
 */
public record Installed(
        String sha256,
        String version,
        String environment,
        Set<String> stopped,
        Map<String, Placement> assignments,
        Kind kind) {

    public Installed {
        kind = kind == null ? Kind.APPLICATION : kind;
        stopped = stopped == null ? Set.of() : new TreeSet<>(stopped);
        assignments = assignments == null ? Map.of() : new TreeMap<>(assignments);
    }

    /** Creates the state of an application. */
    Installed(
            String sha256,
            String version,
            String environment,
            Set<String> stopped,
            Map<String, Placement> assignments) {
        this(sha256, version, environment, stopped, assignments, Kind.APPLICATION);
    }

    boolean isLibrary() {
        return kind == Kind.LIBRARY;
    }

    Installed withStopped(Set<String> flows) {
        return new Installed(sha256, version, environment, flows, assignments, kind);
    }

    Installed withAssignments(Map<String, Placement> changed) {
        return new Installed(sha256, version, environment, stopped, changed, kind);
    }
}
