package io.millrace.store.artemis.embedded;

import org.apache.activemq.artemis.core.filter.Filter;
import org.apache.activemq.artemis.core.paging.PagingStore;
import org.apache.activemq.artemis.core.paging.cursor.PageIterator;
import org.apache.activemq.artemis.core.paging.cursor.PagePosition;
import org.apache.activemq.artemis.core.paging.cursor.PageSubscription;
import org.apache.activemq.artemis.core.paging.cursor.PagedReference;
import org.apache.activemq.artemis.core.paging.cursor.impl.PagePositionImpl;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.ServerConsumer;
import org.apache.activemq.artemis.core.server.impl.ServerConsumerImpl;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerConsumerPlugin;
import org.apache.activemq.artemis.utils.collections.LinkedListIterator;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A plugin that searches page files for messages that match the selectors of consumers. Artemis
 * matches only messages in memory. It does not read more messages until other consumers have
 * received the messages in memory.
 */
final class SelectorSearch implements ActiveMQServerConsumerPlugin {

    private static final long PERIOD_MILLIS = 250;
    private static final long STEP_NANOS = 100_000_000;

    /** Maximum number of messages in memory for a selector, including those found. */
    private static final int MAX_FOUND = 100;

    private ActiveMQServer server;

    @Override
    public void registered(ActiveMQServer to) {
        server = to;
    }

    @Override
    public void afterCreateConsumer(ServerConsumer consumer) {
        if (consumer instanceof ServerConsumerImpl reader
                && reader.getFilter() != null
                && !reader.isBrowseOnly()) {
            Search search = new Search(reader);
            search.timer =
                    server.getScheduledPool()
                            .scheduleWithFixedDelay(
                                    search, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * The search for one consumer; its steps run in the executor in which Artemis reads page files.
     */
    private static final class Search implements Runnable {

        private final ServerConsumerImpl consumer;
        private final Filter selector;
        private final Queue queue;
        private final PageSubscription pages;
        private final Set<PagePosition> found = new HashSet<>();
        private volatile ScheduledFuture<?> timer;
        private PageIterator position;

        private Search(ServerConsumerImpl consumer) {
            this.consumer = consumer;
            selector = consumer.getFilter();
            queue = consumer.getQueue();
            pages = queue.getPageSubscription();
        }

        @Override
        public void run() {
            if (pages.isStorePaging() || position != null) {
                pages.getPagingStore().execute(this::step);
            }
            if (consumer.isClosed() && timer != null) {
                timer.cancel(false);
            }
        }

        private void step() {
            if (consumer.isClosed() || !pages.isStorePaging()) {
                if (position != null) {
                    position.close();
                    position = null;
                }
                found.clear();
                return;
            }
            Memory memory = look();
            if (!memory.full || memory.matching > MAX_FOUND / 2) {
                return;
            }
            if (position == null) {
                position = pages.iterator();
            }
            find(memory);
        }

        private void find(Memory memory) {
            int matching = memory.matching;
            long end = System.nanoTime() + STEP_NANOS;
            while (matching < MAX_FOUND && System.nanoTime() - end < 0) {
                PageIterator.NextResult next = position.tryNext();
                if (next == PageIterator.NextResult.noElements) {
                    break;
                }
                if (next == PageIterator.NextResult.hasElements) {
                    PagedReference message = position.next();
                    // Artemis itself delivers earlier messages, whose units were open when it read
                    // them.
                    if (message.getPosition().compareTo(memory.read) > 0
                            && selector.match(message.getMessage())) {
                        position.remove();
                        found.add(message.getPosition());
                        queue.addTail(message, false);
                        matching++;
                    }
                }
            }
        }

        /**
         * The messages that Artemis has read into memory.
         *
         * @param full whether Artemis stops reading more messages
         * @param read position up to which it has read the page files
         */
        private record Memory(boolean full, int matching, PagePosition read) {}

        private Memory look() {
            PagingStore store = pages.getPagingStore();
            PagePosition read = new PagePositionImpl(-1, -1);
            int messages = 0;
            int matching = 0;
            long bytes = 0;
            try (LinkedListIterator<MessageReference> all = queue.iterator()) {
                while (all.hasNext()) {
                    MessageReference message = all.next();
                    messages++;
                    bytes += message.getMessageMemoryEstimate();
                    matching += selector.match(message.getMessage()) ? 1 : 0;
                    if (message instanceof PagedReference paged
                            && paged.getPosition().compareTo(read) > 0
                            && !found.contains(paged.getPosition())) {
                        read = paged.getPosition();
                    }
                }
            }
            boolean full =
                    messages >= store.getPrefetchPageMessages()
                            || bytes >= store.getPrefetchPageBytes();
            return new Memory(full, matching, read);
        }
    }
}
