package io.millrace.server.deploy;

/** Kind of the content of an archive. Messages and JSON contain the name in lower case. */
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
