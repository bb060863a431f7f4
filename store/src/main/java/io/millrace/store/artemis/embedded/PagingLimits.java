package io.millrace.store.artemis.embedded;

import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * Maximum numbers and bytes of messages that an embedded broker keeps in memory, as shares of the
 * maximum heap. Messages above these limits are stored only in page files.
 *
 * @param messages number of messages in all queues together
 * @param bytes bytes of messages in all queues together, as estimated by Artemis
 * @param queueMessages number of messages in one queue
 * @param queueBytes bytes of messages in one queue, as estimated by Artemis
 * @param pageBytes bytes of one page file; the first and the last page file of a queue are in
 *     memory
 */
record PagingLimits(long messages, long bytes, long queueMessages, long queueBytes, int pageBytes) {

    /**
     * Number of heap bytes that a small message occupies. Artemis counts less than half of this
     * number.
     */
    private static final long MESSAGE_HEAP = 2_560;

    private static final int HEAP_SHARE = 4;
    private static final int QUEUE_SHARE = 8;
    private static final int INDEXED_SHARE = 2;
    private static final int PAGE_SHARE = 2_048;
    private static final long MIN_PAGE = 64 << 10;
    private static final long MAX_PAGE = 4 << 20;

    /**
     * Number of messages of a paged queue that are read into memory before readers request them.
     */
    private static final int PREFETCHED = 2_000;

    private static final int UNLIMITED = -1;

    static PagingLimits ofHeap(long maxHeap) {
        long bytes = maxHeap / HEAP_SHARE;
        long messages = bytes / MESSAGE_HEAP;
        return new PagingLimits(
                messages,
                bytes,
                messages / QUEUE_SHARE,
                bytes / QUEUE_SHARE,
                (int) Math.clamp(maxHeap / PAGE_SHARE, MIN_PAGE, MAX_PAGE));
    }

    void apply(Configuration broker) {
        broker.setGlobalMaxSize(bytes).setGlobalMaxMessages(messages);
    }

    AddressSettings apply(AddressSettings address) {
        return address.setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE)
                .setMaxSizeMessages(queueMessages)
                .setMaxSizeBytes(queueBytes)
                .setPageSizeBytes(pageBytes)
                // The default also counts messages of open units, so a unit with more messages
                // would wait forever.
                .setMaxReadPageMessages(UNLIMITED)
                .setMaxReadPageBytes(UNLIMITED)
                .setPrefetchPageMessages(PREFETCHED)
                .setPrefetchPageBytes(2 * pageBytes);
    }

    /**
     * Keeps all messages of a queue with an index in memory: messages above the limits are
     * rejected.
     */
    AddressSettings inMemory(AddressSettings address) {
        return address.setAddressFullMessagePolicy(AddressFullMessagePolicy.FAIL)
                // DepthLimits limits their number.
                .setMaxSizeMessages(UNLIMITED)
                .setMaxSizeBytes(bytes / INDEXED_SHARE);
    }
}
