package io.millrace.engine.queue;

import io.millrace.engine.database.Secret;

import java.util.List;

/**
 * Somebody who may connect to a store's acceptors.
 *
 * @param name what becomes the UserIdentifier of the messages that he puts
 * @param put names of queues and topics that he may put and publish to; {@code *} stands for any
 *     characters
 * @param get names of queues and topics that he may get from, browse and subscribe to; {@code *} as
 *     above
 * @param maxUncommittedMessages messages that a unit of work of his may hold; 0 for as many as
 *     others
 */
public record StoreUser(
        String name,
        Secret password,
        List<String> put,
        List<String> get,
        int maxUncommittedMessages) {

    /** Creates a user with the default limit for units of work. */
    public StoreUser(String name, Secret password, List<String> put, List<String> get) {
        this(name, password, put, get, 0);
    }

    public StoreUser {
        put = List.copyOf(put);
        get = List.copyOf(get);
        if (name.isBlank()) {
            throw new IllegalArgumentException("a user needs a name");
        }
    }
}
