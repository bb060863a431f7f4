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
 */
public record StoreUser(String name, Secret password, List<String> put, List<String> get) {

    public StoreUser {
        put = List.copyOf(put);
        get = List.copyOf(get);
        if (name.isBlank()) {
            throw new IllegalArgumentException("a user needs a name");
        }
    }
}
