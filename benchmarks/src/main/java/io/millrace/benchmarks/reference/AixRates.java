package io.millrace.benchmarks.reference;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of the test cases of the MQSI report, all with persistent messages unless named so.
 */
public final class AixRates {

    /** Stated in the report's text: the last case of Figure 8 again, not persistent. */
    private static final String NOT_PERSISTENT = "C2t6_12-nonpersistent";

    private static final double NOT_PERSISTENT_RATE = 1300;
    private static final String PRELIMINARY_RESULTS = "mqsi-v11-aix-fig5-preliminary-results.csv";
    private static final Map<String, Double> RATES = read();
    private static final Map<String, Double> CPU = column(PRELIMINARY_RESULTS, "avg_cpu_total");
    private static final Map<String, Double> IO_WAIT = column(PRELIMINARY_RESULTS, "io_wait");

    private AixRates() {}

    /** Messages a second by the report's scenario ids. */
    public static Map<String, Double> rates() {
        return RATES;
    }

    /** How busy the report's 22 processors were on average, for the cases of Figure 5. */
    public static Map<String, Double> cpuPercents() {
        return CPU;
    }

    /** What its processors waited for disks, for the cases of Figure 5. */
    public static Map<String, Double> ioWaitPercents() {
        return IO_WAIT;
    }

    private static Map<String, Double> read() {
        Map<String, Double> rates = new LinkedHashMap<>();
        for (String file :
                new String[] {
                    "mqsi-v11-aix-fig3-preliminary-test-cases.csv",
                    "mqsi-v11-aix-fig7-application-tuning.csv",
                    "mqsi-v11-aix-fig8-hardware-variations.csv"
                }) {
            rates.putAll(column(file, "msgs_per_sec"));
        }
        rates.put(NOT_PERSISTENT, NOT_PERSISTENT_RATE);
        return Collections.unmodifiableMap(rates);
    }

    private static Map<String, Double> column(String file, String name) {
        Map<String, Double> column = new LinkedHashMap<>();
        Csv.rows(file)
                .forEach(
                        row ->
                                column.put(
                                        row.getField("scenario_id"),
                                        Double.valueOf(row.getField(name))));
        return Collections.unmodifiableMap(column);
    }
}
