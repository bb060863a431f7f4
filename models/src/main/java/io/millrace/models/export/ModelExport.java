package io.millrace.models.export;

import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.model.yaml.ModelFile;

/** Writes message sets in other languages. Safe to use from several threads. */
public final class ModelExport {

    private ModelExport() {}

    /** Languages to write in; the words are those of the command line. */
    public enum Language implements Word {
        /** An XML Schema, which has the logical model. */
        XSD,
        /** A document type definition, which has names and their order. */
        DTD,
        /** A COBOL copybook of the records of a Custom Wire Format. */
        COPYBOOK,
        /** A page that describes all messages, for people. */
        HTML
    }

    /**
     * Writes a message set.
     *
     * @param format the name of the physical format that a copybook describes; empty for the first
     *     that it can
     * @param problems receives the reasons why it cannot be written
     */
    public static ExportResult write(
            ModelFile model, Language language, String format, Problems problems) {
        ConversionReport report = new ConversionReport();
        String text =
                switch (language) {
                    case XSD -> new SchemaWriter(model, report).write();
                    case DTD -> new DtdWriter(model, report).write();
                    case COPYBOOK -> new CopybookWriter(model, format, report, problems).write();
                    case HTML -> new HtmlWriter(model).write();
                };
        return new ExportResult(text, report);
    }
}
