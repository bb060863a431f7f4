package io.millrace.server.command;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.parsers.export.Exported;
import io.millrace.parsers.export.ModelExport;
import io.millrace.parsers.model.yaml.ModelFile;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code millrace export-model}. */
@Command(
        name = "export-model",
        mixinStandardHelpOptions = true,
        description = {
            "Writes a message set in another language.",
            "Prints it, and on the error stream what that cannot say."
        },
        footer = {
            "",
            "Example:  ./millrace export-model payroll.model.yaml --as html --output payroll.html"
        })
public final class ExportModelCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(paramLabel = "MODEL", description = "A model file, *.model.yaml.")
    private Path file;

    @Option(
            names = "--as",
            paramLabel = "LANGUAGE",
            description =
                    "xsd: an XML Schema; dtd: a document type definition; copybook: the records of"
                            + " a CWF for COBOL; html: a page for people.")
    private String language;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The physical format; the first that is possible if not said.")
    private String format;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where it goes, a file that is not there yet.")
    private Path output;

    public ExportModelCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (output != null && Files.exists(output)) {
            throw Usage.wrong("--output", "takes a file that is not there yet; there is " + output);
        }
        if (language == null) {
            throw Usage.wrong("--as", "must say in which language: xsd, dtd, copybook, html");
        }
        ModelExport.Language as =
                Usage.oneOf(
                        "--as",
                        language,
                        ModelExport.Language.values(),
                        ModelExport.Language::word);
        Problems problems = new Problems();
        ModelFile model =
                ModelYaml.read(new Source(file.toString(), TextFile.read(file)), problems);
        problems.throwIfErrors();
        Exported exported = ModelExport.write(model, as, format, problems);
        problems.throwIfErrors();
        exported.report().notes().forEach(note -> console.err().println(note));
        if (output == null) {
            console.out().print(exported.text());
            console.out().flush();
        } else {
            Files.writeString(output, exported.text());
            console.err().println("written: " + output);
        }
        return ExitCode.OK;
    }
}
