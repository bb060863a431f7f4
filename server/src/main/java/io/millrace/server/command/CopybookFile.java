package io.millrace.server.command;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ImportResult;
import io.millrace.models.cobol.Copybook;
import io.millrace.models.cobol.CopybookOptions;
import io.millrace.models.cobol.Dialect;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.server.console.Console;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** Options of a command that accepts a copybook instead of a model. */
final class CopybookFile {

    @Option(
            names = "--copybook",
            paramLabel = "FILE",
            description = "A COBOL copybook that describes the messages.")
    private Path file;

    @Option(
            names = "--dialect",
            paramLabel = "DIALECT",
            defaultValue = "ibm",
            description =
                    """
                    Compiler that determines the size and alignment of the copybook's binary numbers: ibm, \
                    fujitsu, microFocus, gnu, gnuMvs. \
                    Default: ${DEFAULT-VALUE}\
                    """)
    private String dialect;

    boolean isGiven() {
        return file != null;
    }

    /**
     * Returns the copybook as a model file. Parts that could not be converted are reported on the
     * error stream.
     */
    Source asModel(Console console, int ccsid) {
        CopybookOptions options =
                CopybookOptions.DEFAULTS.with(
                        Usage.oneOf("--dialect", dialect, Dialect.values(), Dialect::word));
        Problems problems = new Problems();
        ImportResult imported =
                Copybook.read(
                        new Source(file.toString(), TextFile.read(file)),
                        ImportModelCommand.plainName(file),
                        ccsid == 0 ? options : options.withCcsid(ccsid),
                        problems);
        problems.throwIfErrors();
        console.reportNotes(imported.report().notes());
        return new Source(file.toString(), ModelYaml.write(imported.set().orElseThrow()));
    }
}
