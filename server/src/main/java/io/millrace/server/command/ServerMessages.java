package io.millrace.server.command;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.queue.MessageJson;
import io.millrace.server.queue.MessageMove;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The messages of a queue of a server, through its administration API. */
final class ServerMessages {

    private static final int MAX_COUNT = 1_000;

    private final AdministrationClient client;
    private final String queue;
    private final String path;
    private final MessageJson json = new MessageJson(MessageFiles.assembler());

    ServerMessages(AdministrationClient client, String queue) {
        this.client = client;
        this.queue = queue;
        path = AdministrationClient.path(QueueCommand.QUEUES + "/", queue, "/messages");
    }

    /** Browsed messages and the depth of the queue. */
    record Browsed(List<QueueMessage> messages, long depth) {}

    /** Returns the first messages. Sends several requests if the messages are large. */
    Browsed browse(int count) {
        List<QueueMessage> messages = new ArrayList<>();
        long depth = 0;
        boolean more = true;
        while (more && messages.size() < count) {
            JsonNode page =
                    client.get(
                            "%s?content=data&count=%d&skip=%d"
                                    .formatted(
                                            path,
                                            Math.min(MAX_COUNT, count - messages.size()),
                                            messages.size()));
            page.path("messages").forEach(message -> messages.add(json.readBrowsed(message)));
            depth = page.path("depth").asLong();
            more = page.path("more").asBoolean() && !page.path("messages").isEmpty();
        }
        return new Browsed(messages, depth);
    }

    /** Checks that messages can be received. Fails with CHANGE_REFUSED if gets are inhibited. */
    void checkReadable() {
        JsonNode found = details(queue);
        String alias = found.path("alias").asString("");
        if ((alias.isEmpty() ? found : details(alias)).path("inhibitGet").asBoolean()) {
            throw MessageMove.inhibited(alias.isEmpty() ? queue : alias);
        }
    }

    private JsonNode details(String name) {
        return client.get(QueueCommand.queuePath(name)).path("queue");
    }

    /** Puts messages in one unit of work. */
    JsonNode put(List<QueueMessage> messages) {
        List<Object> all = new ArrayList<>();
        for (QueueMessage message : messages) {
            all.add(json.write(message, 1, MessageJson.Content.DATA, MessageJson.ANY));
        }
        return client.send("POST", path, Map.of("messages", all), -1);
    }

    /** Removes a message. Fails with UNKNOWN_MESSAGE if another reader has removed it. */
    void remove(QueueMessage message) {
        client.delete(path + "/" + message.descriptor().msgId().hex(), -1);
    }
}
