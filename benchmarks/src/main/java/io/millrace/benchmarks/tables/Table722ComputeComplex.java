package io.millrace.benchmarks.tables;

import org.openjdk.jmh.annotations.Param;

/**
 * Table 7.2.2 to 7.2.4 of the report: Compute nodes that do complex work: one, five in a row, and
 * five times in one.
 */
public class Table722ComputeComplex extends Table {

    @Param({"compute-complex", "compute-multiple-complex", "compute-very-complex"})
    private String scenario;

    @Param({"4096", "16384", "65536", "4096 persistent"})
    private String message;

    @Override
    Row row() {
        return Row.of(scenario, message);
    }
}
