package io.millrace.engine.work;

import java.time.Instant;

/**
 * A coordinated unit whose branches did not all end alike, because a resource, or a person, decided
 * on its own.
 *
 * @param unit as in {@link InDoubtBranch}
 * @param began when
 * @param outcome in words, for example {@code H_MIXED}
 */
public record DamagedUnit(String unit, Instant began, String outcome) {}
