package io.millrace.server.command;

import io.millrace.models.ConversionReport;
import io.millrace.server.console.Console;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A printer of the result of a conversion of a message set as JSON. */
final class ConversionJson {

    private ConversionJson() {}

    /**
     * Prints the result, and writes the converted text to the output file.
     *
     * @param values values of the command, which the report and the text are added to
     * @param name name of the text
     * @param output file for the text; null if the text is part of the result
     */
    static void print(
            Map<String, Object> values,
            ConversionReport report,
            String name,
            String text,
            Path output,
            Console console) {
        values.put("notes", report.notes().stream().map(ConversionJson::row).toList());
        if (output == null) {
            values.put(name, text);
        } else {
            TextFile.write(output, text, console);
            values.put("written", output.toString());
        }
        JsonOption.print(values, console);
    }

    private static Map<String, Object> row(ConversionReport.Note note) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("kind", note.kind().name().toLowerCase(Locale.ROOT));
        row.put("file", note.place().source().name());
        row.put("line", note.place().line());
        row.put("text", note.text());
        return row;
    }
}
