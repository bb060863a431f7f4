package io.millrace.server.command;

import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.models.export.ExportResult;
import io.millrace.models.export.ModelExport;
import io.millrace.models.export.SampleMessages;
import io.millrace.parsers.model.yaml.ModelFile;
import io.millrace.parsers.model.yaml.ModelYaml;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command {@code millrace export-model}. */
@Command(
        name = "export-model",
        description = {
            "Writes a message set in another language, or samples of its messages.",
            """
            Prints the result, and on the error stream the parts that the language cannot express.\
            """
        },
        footer =
                """

                Examples: ./millrace export-model payroll.model.yaml --as html --output \
                payroll.html
                          ./millrace export-model payroll.model.yaml --sample 10 --output \
                samples\
                """)
final class ExportModelCommand extends ConsoleCommand {

    @Parameters(paramLabel = "MODEL", description = "A model file, *.model.yaml.")
    private Path file;

    @Option(
            names = "--as",
            paramLabel = "LANGUAGE",
            description =
                    """
                    xsd: an XML Schema; dtd: a document type definition; copybook: the records of \
                    a CWF for COBOL; html: a page that describes the messages.\
                    """)
    private String language;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The physical format; default: the first suitable format.")
    private String format;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "The output file (for samples, a folder), which must not exist.")
    private Path output;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description =
                    """
                    Creates N random valid messages of the model instead of an export, in the \
                    folder of --output.\
                    """)
    private Integer samples;

    @Option(
            names = "--message",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    """
                    Message to generate samples for. Optional if the message set has only one \
                    message.
                    """)
    private String message;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Seed of the random messages; the same seed results in the same "
                            + "messages. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--ccsid",
            paramLabel = "N",
            description = "The code page of the samples; default: the value of the format.")
    private int ccsid;

    @Option(
            names = "--encoding",
            paramLabel = "N",
            description =
                    """
                    The encoding of numbers in the samples, as in MQMD.Encoding; default: the value of the format.\
                    """)
    private int encoding;

    @Spec private CommandSpec spec;

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
        if (samples != null) {
            return samples();
        }
        withoutSamples();
        TextFile.checkNew(output);
        if (language == null) {
            throw Usage.wrong(
                    "--as", "must be xsd, dtd, copybook or html, unless --sample is specified");
        }
        ModelExport.Language as =
                Usage.oneOf(
                        "--as",
                        language,
                        ModelExport.Language.values(),
                        ModelExport.Language::word);
        Problems problems = new Problems();
        ModelFile model = ModelYaml.read(TextFile.model("MODEL", file), problems);
        problems.throwIfErrors();
        ExportResult exported = ModelExport.write(model, as, format, problems);
        problems.throwIfErrors();
        if (json.isGiven()) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("language", as.word());
            ConversionJson.print(
                    values, exported.report(), "text", exported.text(), output, console);
            return ExitCode.OK;
        }
        console.reportNotes(exported.report().notes());
        TextFile.write(output, exported.text(), console);
        return ExitCode.OK;
    }

    /** Rejects the options that apply only to samples. */
    private void withoutSamples() {
        for (String name : List.of("--message", "--seed", "--ccsid", "--encoding")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(name)) {
                throw Usage.wrong(name, "requires --sample");
            }
        }
    }

    private Integer samples() {
        Usage.atLeast(1, "--sample", samples);
        Usage.ccsid(ccsid);
        Usage.atLeast(0, "--encoding", encoding);
        if (language != null) {
            throw Usage.wrong("--sample", "and --as cannot be combined");
        }
        if (output == null) {
            throw Usage.wrong("--output", "must name a folder for the samples");
        }
        if (Files.exists(output)) {
            throw Usage.wrong("--output", "must be a new folder (found " + output + ")");
        }
        Problems problems = new Problems();
        List<Bytes> made =
                SampleMessages.of(
                        TextFile.model("MODEL", file),
                        new SampleMessages.Request(message, format, samples, seed, ccsid, encoding),
                        problems);
        problems.throwIfErrors();
        List<Path> written = write(made);
        if (json.isGiven()) {
            JsonOption.print(
                    Map.of("written", written.stream().map(Path::toString).toList()), console);
            return ExitCode.OK;
        }
        console.report(
                "written: "
                        + made.size()
                        + (made.size() == 1 ? " message to " : " messages to ")
                        + output);
        return ExitCode.OK;
    }

    private List<Path> write(List<Bytes> messages) {
        List<Path> written = new ArrayList<>();
        try {
            Files.createDirectories(output);
            int digits = Integer.toString(messages.size()).length();
            for (int i = 0; i < messages.size(); i++) {
                String name = "sample-%0".concat(digits + "d.msg").formatted(i + 1);
                written.add(Files.write(output.resolve(name), messages.get(i).toArray()));
            }
            return written;
        } catch (IOException e) {
            throw FileErrors.unwritable(output, e);
        }
    }
}
