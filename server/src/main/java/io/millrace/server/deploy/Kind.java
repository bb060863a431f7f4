package io.millrace.server.deploy;

/** What an archive contains. The lower-case name is that in messages and in JSON. */
public enum Kind {
    /** An application, whose flows run. */
    APPLICATION("application"),
    /** A library: subflows, ESQL and message sets that applications use. */
    LIBRARY("library");

    private final String word;

    Kind(String word) {
        this.word = word;
    }

    @Override
    public String toString() {
        return word;
    }
}
