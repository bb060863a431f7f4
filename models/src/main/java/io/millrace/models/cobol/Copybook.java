package io.millrace.models.cobol;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.parsers.model.MessageSet;

import java.util.List;
import java.util.Optional;

/**
 * The import of COBOL copybooks (the data division of IBM Enterprise COBOL, with the usages of
 * Micro Focus and GnuCOBOL).
 *
 * <p>Each level 01 becomes a message. Top-level items of other levels together become one message
 * with the name of the file. REDEFINES becomes a choice whose branches have one length, OCCURS
 * DEPENDING ON a repeat reference, slack bytes of SYNCHRONIZED and FILLERs become skip counts. Safe
 * to use from several threads.
 */
public final class Copybook {

    /** The name of the physical format that messages get. */
    public static final String FORMAT = "CWF1";

    private Copybook() {}

    /**
     * @param name name of the message set, and of the message if the copybook has no level 01
     * @param problems receives the errors in the copybook, with their positions
     */
    public static ImportResult read(
            Source copybook, String name, CopybookOptions options, Problems problems) {
        ConversionReport report = new ConversionReport();
        Problems found = new Problems();
        List<Item> items = items(copybook, options, found, report);
        if (items.isEmpty() && !found.hasErrors()) {
            found.error(
                    ErrorCode.MODEL_IMPORT,
                    copybook.at(0),
                    "found no data item; expected entries such as '01 RECORD.' and '05 NAME PIC"
                            + " X(20).'");
        }
        MessageSet set =
                found.hasErrors()
                        ? null
                        : new CopybookModel(name, options, found, report).of(items);
        problems.addAll(found);
        return new ImportResult(
                found.hasErrors() ? Optional.empty() : Optional.ofNullable(set), report);
    }

    /** Returns the items of a copybook; they have no offsets yet. */
    static List<Item> items(
            Source copybook, CopybookOptions options, Problems problems, ConversionReport report) {
        List<Word> words = CopybookReader.words(copybook, options, problems);
        return new ItemParser(words, problems, report).items();
    }
}
