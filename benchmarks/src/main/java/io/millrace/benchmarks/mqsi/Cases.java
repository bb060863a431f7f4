package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.report.Data;

import java.util.List;
import java.util.Optional;

/** The test cases of the report, from {@code cases.yaml}. */
public final class Cases {

    /** Records of most cases. */
    public static final int STANDARD_RECORDS = 112_000;

    private static final List<Case> ALL = Data.list("mqsi/cases.yaml", Case.class);

    private Cases() {}

    public static List<Case> all() {
        return ALL;
    }

    public static Optional<Case> of(String id) {
        return ALL.stream().filter(test -> test.id().equals(id)).findFirst();
    }
}
