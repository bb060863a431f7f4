package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.mqsi.Case.Shape;
import io.millrace.benchmarks.mqsi.Case.Tuning;
import io.millrace.benchmarks.mqsi.Case.Volume;

import java.util.List;
import java.util.Optional;

/**
 * The test cases of Figures 3 and 7, and the last one of Figure 8 with what the report says of it
 * without persistence: other rows of Figure 8 are other machines.
 */
public final class Cases {

    /** What most cases read and make. */
    public static final Volume STANDARD = new Volume(112_000, 100_000);

    private static final Volume MILLION = new Volume(1_120_000, 1_000_000);
    private static final Volume ALL_IN_FIGURE_3 = new Volume(2_000_000, 1_710_000);
    private static final Volume ALL = new Volume(2_000_000, 1_720_000);

    private static final Shape C2 = new Shape(4, 2, 2);

    private static final Tuning UNTUNED = new Tuning(1, 1, 0, 100_000);
    private static final Tuning UNITS_IN = UNTUNED.unitIn(100);
    private static final Tuning CACHE = UNITS_IN.queueCache(50);
    private static final Tuning UNITS_OUT = CACHE.unitOut(100);
    private static final Tuning PACED = UNITS_OUT.queueDepth(5_000);

    private static final List<Case> ALL_CASES =
            List.of(
                    preliminary("B3", new Shape(2, 2, 3)),
                    preliminary("B4", new Shape(2, 3, 3)),
                    preliminary("B5", new Shape(2, 3, 2)),
                    preliminary("B2", new Shape(2, 2, 2)),
                    preliminary("D2", new Shape(6, 2, 2)),
                    preliminary("D4", new Shape(6, 3, 3)),
                    preliminary("C4", new Shape(4, 3, 3)),
                    preliminary("C2", C2),
                    tuned("C2t3_40", UNTUNED.unitIn(40)),
                    tuned("C2t3_200", UNTUNED.unitIn(200)),
                    tuned("C2t3_100", UNITS_IN),
                    tuned("C2t1_25", UNITS_IN.queueCache(25)),
                    tuned("C2t1_100", UNITS_IN.queueCache(100)),
                    tuned("C2t1_50", CACHE),
                    tuned("C2t5", UNITS_OUT),
                    tuned("C2t6", PACED),
                    new Case("C2_250", C2, UNTUNED, MILLION, true),
                    new Case("C2_500", C2, UNTUNED, ALL_IN_FIGURE_3, true),
                    new Case("C2t5_500", C2, UNITS_OUT, ALL, true),
                    new Case("C2t6_500", C2, PACED, ALL, true),
                    new Case("C2t6_12", C2, PACED, ALL, true),
                    new Case("C2t6_12-nonpersistent", C2, PACED, ALL, false));

    private Cases() {}

    private static Case preliminary(String id, Shape shape) {
        return new Case(id, shape, UNTUNED, STANDARD, true);
    }

    private static Case tuned(String id, Tuning tuning) {
        return new Case(id, C2, tuning, STANDARD, true);
    }

    /** All of them; those that the claims compare stand beside each other. */
    public static List<Case> all() {
        return ALL_CASES;
    }

    public static Optional<Case> of(String id) {
        return ALL_CASES.stream().filter(c -> c.id().equals(id)).findFirst();
    }
}
