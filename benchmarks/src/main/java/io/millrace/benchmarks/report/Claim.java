package io.millrace.benchmarks.report;

import java.util.OptionalDouble;

/**
 * An effect that one of the reports states.
 *
 * @param id names it
 * @param statement what is stated, in our words
 * @param source the report's section or figure
 * @param ratio what tells whether it is so
 * @param compares what the ratio divides, in words
 * @param rule when it holds
 * @param why what in Millrace decides it
 */
record Claim(
        String id,
        String statement,
        String source,
        Ratio ratio,
        String compares,
        Rule rule,
        String why) {

    /**
     * The claim beside the figures.
     *
     * @param stated the report's ratio
     * @param ours ours
     */
    record Answer(Claim claim, OptionalDouble stated, OptionalDouble ours, Verdict verdict) {}

    Answer answer(Figures reports, Figures results) {
        OptionalDouble stated = ratio.in(reports);
        OptionalDouble ours = ratio.in(results);
        Verdict verdict =
                ours.isEmpty() ? Verdict.NOT_MEASURED : rule.verdict(stated, ours.getAsDouble());
        return new Answer(this, stated, ours, verdict);
    }
}
