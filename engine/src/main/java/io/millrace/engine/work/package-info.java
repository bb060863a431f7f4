/**
 * Units of work, whose work commits or rolls back together.
 *
 * <p>Resources take part as {@link io.millrace.engine.work.Participant}s; the runtime ends the
 * unit. Start reading at {@link io.millrace.engine.work.UnitOfWork}.
 */
@NullMarked
package io.millrace.engine.work;

import org.jspecify.annotations.NullMarked;
