package io.millrace.server.command;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ImportResult;
import io.millrace.models.cobol.Copybook;
import io.millrace.models.cobol.CopybookOptions;
import io.millrace.models.cobol.Dialect;

import picocli.CommandLine.Option;

/** The options for the import of copybooks. */
final class CopybookImport {

    @Option(
            names = "--dialect",
            paramLabel = "DIALECT",
            defaultValue = "ibm",
            description =
                    """
                    Copybooks: compiler that determines the size and alignment of binary numbers: \
                    ibm, fujitsu (2, 4, 8 bytes), microFocus (1 to 16), gnu (1, 2, 4, 8, 16), \
                    gnuMvs (2, 4, 8, 16: GnuCOBOL with -std=mvs or -std=ibm). \
                    Default: ${DEFAULT-VALUE}\
                    """)
    private String dialect;

    @Option(
            names = "--layout",
            paramLabel = "LAYOUT",
            defaultValue = "automatic",
            description =
                    """
                    Copybooks: layout of the lines: fixed (columns 8 to 72), free, automatic. \
                    Default: ${DEFAULT-VALUE}\
                    """)
    private String layout;

    @Option(
            names = "--names",
            paramLabel = "NAMES",
            defaultValue = "underscores",
            description =
                    """
                    Copybooks: convert hyphens in names to underscores, or keep them: underscores, \
                    asWritten. Default: ${DEFAULT-VALUE}\
                    """)
    private String names;

    @Option(
            names = "--fillers",
            description = "Copybooks: FILLERs become elements; otherwise their bytes are skipped.")
    private boolean fillers;

    @Option(
            names = "--no-values",
            description = "Copybooks: VALUE clauses do not become default values.")
    private boolean noValues;

    @Option(
            names = "--conditions",
            description = "Copybooks: the values of level 88 become the only permitted values.")
    private boolean conditions;

    @Option(
            names = "--largest-tables",
            description =
                    """
                    Copybooks: tables of OCCURS DEPENDING ON always occupy the space of their \
                    maximum number of items; otherwise the space of the actual number.\
                    """)
    private boolean largestTables;

    @Option(
            names = "--ebcdic-signs",
            description =
                    """
                    Copybooks: signs in digits are the characters of EBCDIC ({, A to I, }, J to \
                    R) although the records are in another code page.\
                    """)
    private boolean ebcdicSigns;

    /**
     * Imports a copybook.
     *
     * @param ccsid coded character set; 0 if not specified
     */
    ImportResult read(Source source, String name, int ccsid, int pointerBytes, Problems problems) {
        CopybookOptions options =
                new CopybookOptions(
                                Usage.oneOf("--dialect", dialect, Dialect.values(), Dialect::word),
                                Usage.oneOf(
                                        "--layout",
                                        layout,
                                        CopybookOptions.Layout.values(),
                                        CopybookOptions.Layout::word),
                                Usage.oneOf(
                                        "--names",
                                        names,
                                        CopybookOptions.Names.values(),
                                        CopybookOptions.Names::word),
                                CopybookOptions.DEFAULTS.choices(),
                                ccsid == 0 ? CopybookOptions.DEFAULTS.ccsid() : ccsid,
                                pointerBytes == 0
                                        ? CopybookOptions.DEFAULTS.pointerBytes()
                                        : pointerBytes)
                        .with(CopybookOptions.Choice.FILLERS, fillers)
                        .with(CopybookOptions.Choice.VALUES, !noValues)
                        .with(CopybookOptions.Choice.CONDITIONS, conditions)
                        .with(CopybookOptions.Choice.LARGEST_TABLES, largestTables)
                        .with(CopybookOptions.Choice.EBCDIC_SIGNS, ebcdicSigns);
        return Copybook.read(source, name, options, problems);
    }
}
