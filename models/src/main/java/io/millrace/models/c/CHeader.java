package io.millrace.models.c;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;

import java.util.List;

/**
 * The import of C headers: structures become messages that lie in the bytes as the compiler lays
 * them out.
 *
 * <p>Members keep their order; unions become choices, arrays occur several times (of characters:
 * strings), pointers become bytes, enumerations numbers with the values that they may have. Bytes
 * that the compiler leaves free become skip counts. Bit-fields are refused. Safe to use from
 * several threads.
 */
public final class CHeader {

    /** The name of the physical format that messages get. */
    public static final String FORMAT = "CWF1";

    private CHeader() {}

    /**
     * Imports a header.
     *
     * @param name of the message set
     * @param files where the files that it includes are
     * @param problems takes what is wrong with the header, with its place
     */
    public static ImportResult read(
            Source header,
            String name,
            CHeaderOptions options,
            NearbyFiles files,
            Problems problems) {
        ConversionReport report = new ConversionReport();
        return ImportResult.of(
                report,
                () -> {
                    try {
                        List<Struct> structs = structs(header, options, files, report);
                        return report.problems().hasErrors()
                                ? null
                                : new HeaderModel(name, options, report).of(structs, header);
                    } catch (CSyntaxException e) {
                        e.report(report);
                        return null;
                    }
                },
                problems);
    }

    /** Returns the structures and unions of a header. */
    static List<Struct> structs(
            Source header, CHeaderOptions options, NearbyFiles files, ConversionReport report) {
        Preprocessor preprocessor = new Preprocessor(options, files, report);
        Tokens tokens = preprocessor.read(header);
        return new DeclarationParser(tokens, options, preprocessor::takesArguments, report)
                .structs();
    }
}
