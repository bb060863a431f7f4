package io.millrace.benchmarks.tables;

import org.openjdk.jmh.annotations.Param;

/** Table 7.9 of the report: MQInput to MQOutput, always in a unit of work. */
public class Table79Transactional extends Table {

    @Param("transactional-mqinput-mqoutput")
    private String scenario;

    @Param({"1024", "4096", "16384", "65536", "1024 persistent"})
    private String message;

    @Override
    Row row() {
        return Row.of(scenario, message);
    }
}
