/**
 * Units of work in which several resources take part, ended by Narayana.
 *
 * <p>The packages of queues and data sources give {@link io.millrace.store.xa.XaParticipant}s and
 * {@link io.millrace.store.xa.XaRecoverable}s; the engine gets a {@link
 * io.millrace.engine.work.Coordinator}. Nobody else sees Narayana. Begin with {@link
 * io.millrace.store.xa.NarayanaCoordinator}.
 */
package io.millrace.store.xa;
