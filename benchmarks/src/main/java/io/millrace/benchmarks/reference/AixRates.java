package io.millrace.benchmarks.reference;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The rates of the test cases of the MQSI report, all with persistent messages unless named so. */
public final class AixRates {

    /** Stated in the report's text: the last case of Figure 8 again, not persistent. */
    private static final String NOT_PERSISTENT = "C2t6_12-nonpersistent";

    private static final double NOT_PERSISTENT_RATE = 1300;
    private static final Map<String, Double> RATES = read();

    private AixRates() {}

    /** Messages a second by the report's scenario ids. */
    public static Map<String, Double> rates() {
        return RATES;
    }

    private static Map<String, Double> read() {
        Map<String, Double> rates = new LinkedHashMap<>();
        for (String file :
                new String[] {
                    "mqsi-v11-aix-fig3-preliminary-test-cases.csv",
                    "mqsi-v11-aix-fig7-application-tuning.csv",
                    "mqsi-v11-aix-fig8-hardware-variations.csv"
                }) {
            Csv.rows(file)
                    .forEach(
                            row ->
                                    rates.put(
                                            row.getField("scenario_id"),
                                            Double.valueOf(row.getField("msgs_per_sec"))));
        }
        rates.put(NOT_PERSISTENT, NOT_PERSISTENT_RATE);
        return Collections.unmodifiableMap(rates);
    }
}
