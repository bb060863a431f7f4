package io.millrace.models.export;

import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.model.yaml.ModelFile;

/** An exporter of message sets to other languages. Safe for use by several threads. */
public final class ModelExport {

    private ModelExport() {}

    /** The language of an export. The words are those of the command line. */
    public enum Language implements Word {
        /** An XML Schema with the logical model. */
        XSD,
        /** A document type definition, with names and their order. */
        DTD,
        /** A COBOL copybook of the records of a Custom Wire Format. */
        COPYBOOK,
        /** An HTML page that describes all messages. */
        HTML
    }

    /**
     * Writes a message set.
     *
     * @param format name of the physical format for a copybook; empty for the first suitable format
     * @param problems receives the reasons if the set cannot be written
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
