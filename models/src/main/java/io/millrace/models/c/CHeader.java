package io.millrace.models.c;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;

import java.util.List;

/**
 * The import of C headers: structures become messages with the byte layout of the compiler.
 *
 * <p>Members keep their order. Unions become choices, arrays repeating elements, arrays of
 * characters strings, pointers bytes, and enumerations numbers with permitted values. Padding bytes
 * of the compiler become skip counts. Bit-fields are rejected. Safe for use by several threads.
 */
public final class CHeader {

    /** Name of the physical format of the imported messages. */
    public static final String FORMAT = "CWF1";

    private CHeader() {}

    /**
     * Imports a header.
     *
     * @param name name of the message set
     * @param files finder of included files
     * @param problems receives the errors in the header, with their positions
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
