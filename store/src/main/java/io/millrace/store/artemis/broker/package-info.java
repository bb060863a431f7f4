/**
 * The interface of a broker, implemented by the packages {@code embedded} and {@code remote}, and
 * used by package {@code session}. Begin with {@link
 * io.millrace.store.artemis.broker.ArtemisBroker}.
 */
package io.millrace.store.artemis.broker;
