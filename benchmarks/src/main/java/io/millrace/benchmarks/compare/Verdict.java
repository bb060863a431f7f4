package io.millrace.benchmarks.compare;

/** What became of a row. */
public enum Verdict {
    SLOWER("slower"),
    FASTER("faster"),
    NOISE("within the noise"),

    /** One of the two has a single round, or there is nothing that both are measured by. */
    NOT_JUDGED("not judged");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
