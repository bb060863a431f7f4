package io.millrace.models.c;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;
import io.millrace.parsers.model.MessageSet;

import java.util.List;
import java.util.Optional;

/**
 * The import of C headers: structures become messages with the byte layout of the compiler.
 *
 * <p>Members keep their order. Unions become choices, arrays become repeating elements (arrays of
 * characters: strings), pointers become bytes, enumerations become numbers with the permitted
 * values. Padding bytes of the compiler become skip counts. Bit-fields are rejected. Safe to use
 * from several threads.
 */
public final class CHeader {

    /** The name of the physical format that messages get. */
    public static final String FORMAT = "CWF1";

    private CHeader() {}

    /**
     * Imports a header.
     *
     * @param name of the message set
     * @param files files that it can include
     * @param problems receives the errors in the header, with their positions
     */
    public static ImportResult read(
            Source header,
            String name,
            CHeaderOptions options,
            NearbyFiles files,
            Problems problems) {
        ConversionReport report = new ConversionReport();
        Problems found = new Problems();
        MessageSet set = null;
        try {
            List<Struct> structs = structs(header, options, files, found, report);
            set =
                    found.hasErrors()
                            ? null
                            : new HeaderModel(name, options, found, report).of(structs, header);
        } catch (CSyntaxException e) {
            found.error(ErrorCode.MODEL_IMPORT, e.token().place(), e.getMessage(), e.hint());
        }
        problems.addAll(found);
        return new ImportResult(
                found.hasErrors() ? Optional.empty() : Optional.ofNullable(set), report);
    }

    /** Returns the structures and unions of a header. */
    static List<Struct> structs(
            Source header,
            CHeaderOptions options,
            NearbyFiles files,
            Problems problems,
            ConversionReport report) {
        Preprocessor preprocessor = new Preprocessor(options, files, problems, report);
        Tokens tokens = preprocessor.read(header);
        return new DeclarationParser(tokens, options, preprocessor, problems, report).structs();
    }
}
