package io.millrace.benchmarks.drive;

import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientSession;

import java.util.ArrayList;
import java.util.List;

/** Empties queues in the background, as cheaply as Artemis can. */
public final class Drain implements AutoCloseable {

    private static final int QUEUES_EACH = 250;
    private static final int WINDOW = 64 << 10;

    private final List<ClientSession> sessions = new ArrayList<>();

    /** Begins; no queues are fine too. */
    public Drain(CoreApi api, List<String> queues) throws Exception {
        for (int from = 0; from < queues.size(); from += QUEUES_EACH) {
            ClientSession session = api.drainingSession();
            sessions.add(session);
            for (String queue : queues.subList(from, Math.min(from + QUEUES_EACH, queues.size()))) {
                ClientConsumer consumer = session.createConsumer(queue, null, WINDOW, -1, false);
                consumer.setMessageHandler(
                        message -> {
                            // It was done with when the broker gave it out.
                        });
            }
        }
    }

    @Override
    public void close() {
        sessions.forEach(CoreApi::close);
    }
}
