package io.millrace.benchmarks.tables;

import org.openjdk.jmh.annotations.Param;

/**
 * Table 7.10 of the report: a Database node in a unit of work that is coordinated, and in one that
 * is not.
 */
public class Table710Coordinated extends Table {

    @Param({"coordinated-no", "coordinated-yes"})
    private String scenario;

    @Param({"1024", "4096", "16384", "65536", "1024 persistent"})
    private String message;

    @Override
    Row row() {
        return Row.of(scenario, message);
    }
}
