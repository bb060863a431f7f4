package io.millrace.benchmarks.tables;

import org.openjdk.jmh.annotations.Param;

/** Table 7.11 of the report: publications to 10 to 1,000 subscribers. */
public class Table711Subscribers extends Table {

    @Param({
        "subscribers-10",
        "subscribers-30",
        "subscribers-50",
        "subscribers-70",
        "subscribers-100",
        "subscribers-1000"
    })
    private String scenario;

    @Param({"1024", "4096", "16384", "65536", "1024 persistent"})
    private String message;

    @Override
    Row row() {
        return Row.of(scenario, message);
    }
}
