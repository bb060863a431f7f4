package io.millrace.engine.work;

import java.time.Instant;

/**
 * What a resource has prepared of a coordinated unit and waits to be told the end of.
 *
 * @param resource as {@link Recoverable#label}
 * @param id names the branch within the resource
 * @param unit the same for all branches of one unit
 * @param coordinator the node name of the coordinator that began the unit; empty where it was not
 *     one of Millrace
 * @param since when it was prepared; null where the resource does not tell
 */
public record InDoubtBranch(
        String resource, String id, String unit, String coordinator, Instant since) {}
