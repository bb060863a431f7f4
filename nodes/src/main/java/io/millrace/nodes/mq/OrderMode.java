package io.millrace.nodes.mq;

import java.util.List;

/** Order of messages when several instances read a queue. */
enum OrderMode {
    DEFAULT("default"),
    BY_USER_ID("byUserId"),
    BY_QUEUE_ORDER("byQueueOrder");

    static final List<String> WORDS = List.of("default", "byUserId", "byQueueOrder");

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
