package io.millrace.engine.work;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/**
 * A prepared branch of a coordinated unit in a resource.
 *
 * @param resource label as in {@link Recoverable#label}
 * @param id identifier of the branch in the resource
 * @param unit identifier of the unit, the same for all its branches
 * @param coordinator node name of the coordinator that began the unit; empty if it was not a
 *     Millrace coordinator
 * @param since time of the prepare; null if the resource does not report it
 */
public record InDoubtBranch(
        String resource, String id, String unit, String coordinator, @Nullable Instant since) {}
