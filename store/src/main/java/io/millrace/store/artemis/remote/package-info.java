/**
 * A broker in another process, called through the Artemis client. Begin with {@link
 * io.millrace.store.artemis.remote.RemoteBroker}.
 */
package io.millrace.store.artemis.remote;
