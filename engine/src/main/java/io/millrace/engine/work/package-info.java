/**
 * Units of work: what must happen together or not at all.
 *
 * <p>Resources join as {@link io.millrace.engine.work.Participant}s; the runtime ends the unit.
 * Begin with {@link io.millrace.engine.work.UnitOfWork}.
 */
package io.millrace.engine.work;
