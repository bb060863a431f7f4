package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * The identifier by which a queue is indexed (MQ for z/OS: INDXTYPE). The time to get a message by
 * this identifier does not depend on the depth of the queue. All messages of an indexed queue are
 * in memory, so its maximum depth is limited.
 */
public enum QueueIndex {
    MSG_ID("msgId", Mqmd::msgId),
    CORREL_ID("correlId", Mqmd::correlId),
    GROUP_ID("groupId", Mqmd::groupId);

    /** Maximum depth of a queue with an index. */
    public static final int MAX_DEPTH = 1_000_000;

    private final String word;
    private final Function<Mqmd, Bytes> id;

    QueueIndex(String word, Function<Mqmd, Bytes> id) {
        this.word = word;
        this.id = id;
    }

    /** Returns the value of the setting {@code index}. */
    public String word() {
        return word;
    }

    /** Returns the indexed identifier of a message. */
    public Bytes of(Mqmd descriptor) {
        return id.apply(descriptor);
    }

    /**
     * Returns the kind of index that a word of the setting specifies; empty for an unknown word.
     */
    public static Optional<QueueIndex> named(String word) {
        return Arrays.stream(values()).filter(index -> index.word.equals(word)).findFirst();
    }

    /** Whether a queue with a maximum depth can have an index. */
    public static boolean isPossible(int maxDepth) {
        return maxDepth > 0 && maxDepth <= MAX_DEPTH;
    }

    /** Describes the maximum depth that a queue with an index requires. */
    public static String describe(int maxDepth) {
        return "a queue with an index requires a maxDepth of 1 to "
                + MAX_DEPTH
                + ", because its messages stay in memory (found "
                + maxDepth
                + ")";
    }
}
