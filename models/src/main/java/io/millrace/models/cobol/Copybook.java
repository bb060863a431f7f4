package io.millrace.models.cobol;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;

import java.util.List;

/**
 * The import of COBOL copybooks (the data division of IBM Enterprise COBOL, with the usages of
 * Micro Focus and GnuCOBOL).
 *
 * <p>Each level 01 becomes a message. All top-level items with other level numbers become one
 * message, with the name of the file. REDEFINES becomes a choice of branches with equal lengths.
 * OCCURS DEPENDING ON becomes a repeat reference. FILLERs and slack bytes of SYNCHRONIZED become
 * skip counts. Safe for use by several threads.
 */
public final class Copybook {

    /** Name of the physical format of the imported messages. */
    public static final String FORMAT = "CWF1";

    private Copybook() {}

    /**
     * @param name name of the message set, and of the message if the copybook has no level 01
     * @param problems receives the errors in the copybook, with their positions
     */
    public static ImportResult read(
            Source copybook, String name, CopybookOptions options, Problems problems) {
        ConversionReport report = new ConversionReport();
        List<Item> items = items(copybook, options, report);
        if (items.isEmpty() && !report.problems().hasErrors()) {
            report.problem(
                    copybook.at(0),
                    "found no data item; expected entries such as '01 RECORD.' and '05 NAME PIC"
                            + " X(20).'");
        }
        return ImportResult.of(
                report, () -> new CopybookModel(name, options, report).of(items), problems);
    }

    /** Returns the items of a copybook, without offsets. */
    static List<Item> items(Source copybook, CopybookOptions options, ConversionReport report) {
        return new ItemParser(CopybookReader.words(copybook, options, report), report).items();
    }
}
