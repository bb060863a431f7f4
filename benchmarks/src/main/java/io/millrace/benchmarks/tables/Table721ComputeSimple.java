package io.millrace.benchmarks.tables;

import org.openjdk.jmh.annotations.Param;

/** Table 7.2.1 of the report: a Compute node that changes one field. */
public class Table721ComputeSimple extends Table {

    @Param("compute-simple")
    private String scenario;

    @Param({"1024", "4096", "16384", "65536", "1024 persistent"})
    private String message;

    @Override
    Row row() {
        return Row.of(scenario, message);
    }
}
