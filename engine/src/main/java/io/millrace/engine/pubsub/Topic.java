package io.millrace.engine.pubsub;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.util.List;

/** The rules for topics and topic filters (WMQI: "Special characters in topics"). */
final class Topic {

    static final String ONE_LEVEL = "+";
    static final String ANY_LEVELS = "#";

    private Topic() {}

    /** Returns the levels of the topic of a publication, including empty levels. */
    static List<String> levels(String topic) {
        List<String> levels = split(topic);
        for (String level : levels) {
            if (level.equals(ONE_LEVEL) || level.equals(ANY_LEVELS)) {
                throw bad(
                        "the topic of a publication",
                        topic,
                        "it must not contain the wildcard " + level + " as a level");
            }
        }
        return levels;
    }

    /** Returns the levels of a filter. A wildcard must be a complete level. */
    static List<String> filter(String filter) {
        List<String> levels = split(filter);
        for (String level : levels) {
            if (level.length() > 1 && (level.contains(ONE_LEVEL) || level.contains(ANY_LEVELS))) {
                throw bad(
                        "a topic filter",
                        filter,
                        "the wildcard in level " + level + " must be the complete level");
            }
        }
        return levels;
    }

    private static List<String> split(String topic) {
        if (topic.isEmpty()) {
            throw bad("a topic", topic, "it is empty");
        }
        return List.of(topic.split("/", -1));
    }

    private static MillraceException bad(String what, String text, String why) {
        return new MillraceException(
                ErrorCode.BAD_VALUE, what + " is malformed: '" + text + "': " + why);
    }
}
