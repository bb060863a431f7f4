/**
 * A broker in this process: its configuration, its sessions without packets, and the plugins that
 * limit depths, memory and disk space. Begin with {@link
 * io.millrace.store.artemis.embedded.EmbeddedBroker}.
 */
package io.millrace.store.artemis.embedded;
