package io.millrace.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

class EventFeedTest {

    private static final long LONG_MILLIS = 100_000;

    private final EventFeed feed = new EventFeed();

    @Test
    void theLastEventsAreKeptForSlowReaders() throws Exception {
        for (int i = 0; i < EventFeed.KEPT + 500; i++) {
            feed.add("flow", Map.of("i", i));
        }
        List<EventFeed.Event> events = feed.after(3, 0);
        assertThat(events).hasSize(EventFeed.KEPT);
        assertThat(events.getFirst().number()).isEqualTo(501);
        assertThat(events.getLast().number()).isEqualTo(feed.last());
        assertThat(events.getLast().data()).containsEntry("type", "flow").containsKey("time");
        assertThat(feed.after(feed.last() - 2, 0)).hasSize(2);
    }

    @Test
    void readersWaitForAnEventOrTheEnd() throws Exception {
        assertThat(feed.after(0, 1)).isEmpty();
        CompletableFuture<List<EventFeed.Event>> first =
                CompletableFuture.supplyAsync(() -> after(0));
        feed.add("flow", Map.of());
        assertThat(first.join()).hasSize(1);
        CompletableFuture<List<EventFeed.Event>> second =
                CompletableFuture.supplyAsync(() -> after(1));
        feed.close();
        assertThat(second.join()).isEmpty();
        assertThat(feed.isClosed()).isTrue();
    }

    private List<EventFeed.Event> after(long number) {
        try {
            return feed.after(number, LONG_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
