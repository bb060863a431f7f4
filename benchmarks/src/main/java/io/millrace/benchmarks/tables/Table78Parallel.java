package io.millrace.benchmarks.tables;

import org.openjdk.jmh.annotations.Param;

/** Table 7.8 of the report: instances, copies and execution groups of the very complex flow. */
public class Table78Parallel extends Table {

    @Param({
        "additional-instances-1",
        "additional-instances-2",
        "additional-instances-4",
        "flow-copies-1",
        "flow-copies-2",
        "flow-copies-4",
        "execution-groups-1",
        "execution-groups-2",
        "execution-groups-4"
    })
    private String scenario;

    @Param({"4096", "16384", "65536", "4096 persistent"})
    private String message;

    @Override
    Row row() {
        return Row.of(scenario, message);
    }
}
