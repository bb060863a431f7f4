package io.millrace.benchmarks.tables;

import org.openjdk.jmh.annotations.Param;

/** Table 7.3 of the report: a Database node that inserts a row and deletes it. */
public class Table73Database extends Table {

    @Param("database-insert-delete")
    private String scenario;

    @Param({"1024", "4096", "16384", "65536", "1024 persistent"})
    private String message;

    @Override
    Row row() {
        return Row.of(scenario, message);
    }
}
