/**
 * The sessions of a store: readers, puts, publications, and the end of local and coordinated units.
 * Input: an {@link io.millrace.store.artemis.broker.ArtemisBroker}. Begin with {@link
 * io.millrace.store.artemis.session.ArtemisSession}.
 */
package io.millrace.store.artemis.session;
