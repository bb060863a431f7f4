package io.millrace.benchmarks.report;

import java.util.Locale;

/**
 * An effect that a report states, and the ratio that checks the effect.
 *
 * @param states paraphrase of the effect
 * @param source section or figure of the report
 * @param compares description of the ratio
 * @param of numerator of the ratio
 * @param to denominator of the ratio
 * @param times factor of the ratio, or null
 * @param rule bounds within which the effect holds; null to use {@link #effect}
 * @param why explanation of the result by the design of Millrace
 */
record Claim(
        String id,
        String states,
        String source,
        String compares,
        Point of,
        Point to,
        Double times,
        Rule rule,
        String why) {

    /** The outcome of a claim. */
    enum Verdict {
        HOLDS,
        WEAKER,
        GONE,
        NOT_MEASURED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * The bounds of a ratio. Exactly one of the first three components is set.
     *
     * @param same maximum difference between two alternatives that have the same cost, as a share
     * @param atLeast lowest ratio with which the claim holds
     * @param atMost highest ratio with which the claim holds
     * @param weaker bound up to which a claim that does not hold counts as weaker
     */
    record Rule(Double same, Double atLeast, Double atMost, Double weaker) {

        Verdict verdict(double ours) {
            if (same != null) {
                return judge(Math.abs(Math.log(ours)) <= Math.log1p(same), false);
            }
            return atLeast != null
                    ? judge(ours >= atLeast, ours >= weaker)
                    : judge(ours <= atMost, ours <= weaker);
        }
    }

    private static Verdict judge(boolean holds, boolean weaker) {
        return holds ? Verdict.HOLDS : weaker ? Verdict.WEAKER : Verdict.GONE;
    }

    Ratio ratio() {
        return new Ratio(of, null, to, times);
    }

    /** Returns the ratio of the report; NaN if the report has only a description. */
    double stated() {
        return ratio().of(Point::reported);
    }

    Verdict verdict(double ours) {
        if (Double.isNaN(ours)) {
            return Verdict.NOT_MEASURED;
        }
        return rule == null ? effect(stated(), ours) : rule.verdict(ours);
    }

    /**
     * Compares effects by their logarithms, so that half of a factor of 4 is a factor of 2. An
     * effect holds if the measured one has the same direction and is at least half as large.
     */
    static Verdict effect(double stated, double ours) {
        double theirs = Math.log(stated);
        double mine = Math.log(ours) * Math.signum(theirs);
        return mine < Math.log1p(0.05) ? Verdict.GONE : judge(mine >= Math.abs(theirs) / 2, true);
    }
}
