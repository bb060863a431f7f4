package io.millrace.benchmarks.report;

import java.util.Locale;

/**
 * An effect that a report states.
 *
 * @param states the effect, in our words
 * @param source section or figure of the report
 * @param compares description of the ratio
 * @param of figure of the ratio
 * @param to its divisor
 * @param times factor of the ratio, or null
 * @param rule when the effect holds; null for {@link #effect}
 * @param why reason in the design of Millrace
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
     * Bounds of a ratio; one of the first three is set.
     *
     * @param same maximum difference between two alternatives that have the same cost, as a share
     * @param atLeast lowest ratio with which the claim holds
     * @param atMost highest ratio with which the claim holds
     * @param weaker bound up to which a claim that is missed counts as weaker
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
     * Compares effects as logarithms: half of four times is twice. An effect is confirmed if ours
     * is at least half as large in the same direction.
     */
    static Verdict effect(double stated, double ours) {
        double theirs = Math.log(stated);
        double mine = Math.log(ours) * Math.signum(theirs);
        return mine < Math.log1p(0.05) ? Verdict.GONE : judge(mine >= Math.abs(theirs) / 2, true);
    }
}
