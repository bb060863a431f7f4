package io.millrace.benchmarks.report;

import java.util.OptionalDouble;

/** When an effect holds, given the ratio that the report has for it and ours. */
sealed interface Rule {

    /** What differs by less than this is taken for the same. */
    double NOISE = 0.05;

    /**
     * @param stated the report's ratio; empty where it has words only
     * @param ours our ratio
     */
    Verdict verdict(OptionalDouble stated, double ours);

    /** The rule in words. */
    String words();

    /**
     * Something becomes slower or faster. It holds where our ratio goes at least half as far the
     * same way, counted in logarithms: half of four times is twice.
     */
    record Effect() implements Rule {
        private static final double HALF = 0.5;

        @Override
        public Verdict verdict(OptionalDouble stated, double ours) {
            double theirs = Math.log(stated.orElseThrow());
            double mine = Math.log(ours) * Math.signum(theirs);
            if (mine < Math.log1p(NOISE)) {
                return Verdict.GONE;
            }
            return mine >= HALF * Math.abs(theirs) ? Verdict.HOLDS : Verdict.WEAKER;
        }

        @Override
        public String words() {
            return "holds at half the stated effect (in logarithms), gone within "
                    + Math.round(100 * NOISE)
                    + " % of none";
        }
    }

    /** Two ways take the same; weaker does not exist. */
    record Same(double within) implements Rule {
        @Override
        public Verdict verdict(OptionalDouble stated, double ours) {
            return Math.abs(Math.log(ours)) <= Math.log1p(within) ? Verdict.HOLDS : Verdict.GONE;
        }

        @Override
        public String words() {
            return "holds within " + Math.round(100 * within) + " % of the same";
        }
    }

    /**
     * The ratio is large.
     *
     * @param full from here on it holds
     * @param some from here on it is weaker, below gone
     */
    record AtLeast(double full, double some) implements Rule {
        @Override
        public Verdict verdict(OptionalDouble stated, double ours) {
            return ours >= full ? Verdict.HOLDS : ours >= some ? Verdict.WEAKER : Verdict.GONE;
        }

        @Override
        public String words() {
            return "holds from " + full + ", gone below " + some;
        }
    }

    /**
     * The ratio is small.
     *
     * @param full down from here it holds
     * @param some down from here it is weaker, above gone
     */
    record AtMost(double full, double some) implements Rule {
        @Override
        public Verdict verdict(OptionalDouble stated, double ours) {
            return ours <= full ? Verdict.HOLDS : ours <= some ? Verdict.WEAKER : Verdict.GONE;
        }

        @Override
        public String words() {
            return "holds down from " + full + ", gone above " + some;
        }
    }
}
