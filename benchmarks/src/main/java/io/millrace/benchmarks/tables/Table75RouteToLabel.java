package io.millrace.benchmarks.tables;

import org.openjdk.jmh.annotations.Param;

/** Table 7.5 of the report: RouteToLabel with lists of one and of a hundred entries. */
public class Table75RouteToLabel extends Table {

    @Param({"route-to-label-1", "route-to-label-100"})
    private String scenario;

    @Param({"1024", "4096", "16384", "65536", "1024 persistent"})
    private String message;

    @Override
    Row row() {
        return Row.of(scenario, message);
    }
}
