package io.millrace.benchmarks.start;

/** Location of the queues of a started broker. */
public enum Queues {
    MEMORY("memory"),

    /** In a home folder that another process has used before. */
    KNOWN_HOME("known-home"),

    /** In a home folder that is made first. */
    NEW_HOME("new-home");

    private final String word;

    Queues(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
