/**
 * Units of work in which several resources take part, ended by Narayana.
 *
 * <p>The packages of queues and data sources give {@link io.millrace.store.xa.XaParticipant}s and
 * {@link io.millrace.store.xa.XaRecoverable}s; the engine gets a {@link
 * io.millrace.engine.work.Coordinator}. Nobody else sees Narayana. A participant that is a {@link
 * io.millrace.store.xa.LastResource} decides a unit by its own commit, and what it wrote down of
 * that are {@link io.millrace.store.xa.Decisions}; else Narayana's log decides. Begin with {@link
 * io.millrace.store.xa.NarayanaCoordinator}.
 */
package io.millrace.store.xa;
