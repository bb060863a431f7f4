package io.millrace.engine.queue;

import java.time.Instant;

/**
 * Snapshot of the connection of a client of a store.
 *
 * @param id identifier with which the connection can be closed
 * @param user authenticated users of its sessions, separated by commas; empty before the login
 * @param clientId identifier that the client has chosen; empty if there is none
 * @param protocol protocol of the client, for example {@code AMQP}
 * @param address host and port of the client
 * @param opened time at which the connection was opened
 * @param sessions number of open sessions
 * @param readers number of readers of queues and topics
 * @param writers number of writers
 */
public record ClientConnection(
        String id,
        String user,
        String clientId,
        String protocol,
        String address,
        Instant opened,
        int sessions,
        int readers,
        int writers) {}
