package io.millrace.benchmarks.report;

/** What became of an effect that a report states. */
enum Verdict {
    HOLDS("holds"),
    WEAKER("weaker"),
    GONE("gone"),
    NOT_MEASURED("not measured");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
