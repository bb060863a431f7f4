/**
 * Units of work in which several resources take part, ended by Narayana.
 *
 * <p>The packages of queues and data sources provide {@link io.millrace.store.xa.XaParticipant}s
 * and {@link io.millrace.store.xa.XaRecoverable}s; the engine uses a {@link
 * io.millrace.engine.work.Coordinator}. Only this package uses Narayana. A participant that is a
 * {@link io.millrace.store.xa.LastResource} determines the outcome of a unit with its own commit,
 * and {@link io.millrace.store.xa.Decisions} contains the records of these decisions. Otherwise the
 * log of Narayana contains the decision. Begin with {@link
 * io.millrace.store.xa.NarayanaCoordinator}.
 */
package io.millrace.store.xa;
