package io.millrace.benchmarks.tables;

import org.openjdk.jmh.annotations.Param;

/** Table 7.7 of the report: conversions from each format to each. */
public class Table77Conversion extends Table {

    @Param({
        "convert-xml-to-xml",
        "convert-xml-to-cwf",
        "convert-xml-to-mrm-xml",
        "convert-xml-to-tag",
        "convert-cwf-to-xml",
        "convert-cwf-to-cwf",
        "convert-cwf-to-mrm-xml",
        "convert-cwf-to-tag",
        "convert-mrm-xml-to-xml",
        "convert-mrm-xml-to-cwf",
        "convert-mrm-xml-to-mrm-xml",
        "convert-mrm-xml-to-tag",
        "convert-tag-to-xml",
        "convert-tag-to-cwf",
        "convert-tag-to-mrm-xml",
        "convert-tag-to-tag"
    })
    private String scenario;

    @Param({"4096", "16384", "65536", "4096 persistent"})
    private String message;

    @Override
    Row row() {
        return Row.of(scenario, message);
    }
}
