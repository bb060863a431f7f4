package io.millrace.nodes.mq;

/** Order of messages when several instances read a queue. */
enum OrderMode {
    DEFAULT("default"),
    BY_USER_ID("byUserId"),
    BY_QUEUE_ORDER("byQueueOrder");

    private final String word;

    OrderMode(String word) {
        this.word = word;
    }

    static OrderMode of(String word) {
        for (OrderMode mode : values()) {
            if (mode.word.equals(word)) {
                return mode;
            }
        }
        throw new IllegalArgumentException(word);
    }
}
