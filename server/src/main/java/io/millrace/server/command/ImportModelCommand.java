package io.millrace.server.command;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.parsers.model.cobol.Copybook;
import io.millrace.parsers.model.cobol.CopybookOptions;
import io.millrace.parsers.model.cobol.Dialect;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code millrace import-model}. */
@Command(
        name = "import-model",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a message set of a COBOL copybook.",
            "Prints it as a model file, and on the error stream what could not be taken over."
        },
        footer = {
            "",
            "Example:  ./millrace import-model payroll.cpy --output orders/payroll.model.yaml"
        })
public final class ImportModelCommand implements Callable<Integer> {

    private static final int NAME_MAX = 64;

    private final Console console;

    @Parameters(paramLabel = "FILE", description = "A copybook, as text in UTF-8 or Latin-1.")
    private Path file;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The message set's name; the file's if not said.")
    private String name;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where the model goes, a *.model.yaml that is not there yet.")
    private Path output;

    @Option(
            names = "--dialect",
            paramLabel = "DIALECT",
            defaultValue = "ibm",
            description =
                    "Whose sizes binary numbers have: ibm, fujitsu (2, 4, 8 bytes), microFocus"
                            + " (1 to 8), gnu (1, 2, 4, 8). Default: ${DEFAULT-VALUE}")
    private String dialect;

    @Option(
            names = "--ccsid",
            paramLabel = "N",
            defaultValue = "37",
            description =
                    "The code page of messages without headers, for example 37 or 500 (EBCDIC),"
                            + " 819 (Latin-1). Default: ${DEFAULT-VALUE}")
    private int ccsid;

    @Option(
            names = "--layout",
            paramLabel = "LAYOUT",
            defaultValue = "automatic",
            description =
                    "Of the copybook's lines: fixed (columns 8 to 72), free, automatic. Default:"
                            + " ${DEFAULT-VALUE}")
    private String layout;

    @Option(
            names = "--names",
            paramLabel = "NAMES",
            defaultValue = "underscores",
            description =
                    "Hyphens in names become underscores, or stay: underscores, asWritten."
                            + " Default: ${DEFAULT-VALUE}")
    private String names;

    @Option(
            names = "--fillers",
            description = "FILLERs become elements; else their bytes are skipped.")
    private boolean fillers;

    @Option(names = "--no-values", description = "VALUE clauses do not become default values.")
    private boolean noValues;

    @Option(
            names = "--conditions",
            description = "The values of level 88 become the only ones that are valid.")
    private boolean conditions;

    @Option(
            names = "--pointer-bytes",
            paramLabel = "N",
            defaultValue = "4",
            description = "Bytes of a POINTER, 4 or 8. Default: ${DEFAULT-VALUE}")
    private int pointerBytes;

    public ImportModelCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        CopybookOptions options = options();
        if (output != null && !output.toString().endsWith(ModelYaml.SUFFIX)) {
            throw Usage.wrong("--output", "takes a file named *" + ModelYaml.SUFFIX);
        }
        if (output != null && Files.exists(output)) {
            throw Usage.wrong("--output", "takes a file that is not there yet; there is " + output);
        }
        Problems problems = new Problems();
        Copybook.Imported imported =
                Copybook.read(
                        new Source(file.toString(), TextFile.read(file)),
                        setName(),
                        options,
                        problems);
        problems.throwIfErrors();
        imported.report().notes().forEach(note -> console.err().println(note));
        String model = ModelYaml.write(imported.set().orElseThrow());
        if (output == null) {
            console.out().print(model);
            console.out().flush();
        } else {
            Files.writeString(output, model);
            console.err().println("written: " + output);
        }
        return ExitCode.OK;
    }

    private CopybookOptions options() {
        if (pointerBytes != 4 && pointerBytes != 8) {
            throw Usage.wrong("--pointer-bytes", "takes 4 or 8, and here is " + pointerBytes);
        }
        Usage.atLeast(1, "--ccsid", ccsid);
        return new CopybookOptions(
                oneOf("--dialect", dialect, Dialect.values(), Dialect::word),
                oneOf(
                        "--layout",
                        layout,
                        CopybookOptions.Layout.values(),
                        CopybookOptions.Layout::word),
                oneOf(
                        "--names",
                        names,
                        CopybookOptions.Names.values(),
                        CopybookOptions.Names::word),
                fillers,
                !noValues,
                conditions,
                ccsid,
                pointerBytes);
    }

    static <T> T oneOf(String option, String found, T[] choices, Function<T, String> word) {
        for (T choice : choices) {
            if (word.apply(choice).equals(found)) {
                return choice;
            }
        }
        throw Usage.wrong(
                option,
                "takes "
                        + Stream.of(choices).map(word).collect(Collectors.joining(", "))
                        + ", and here is "
                        + found);
    }

    private String setName() {
        return name == null ? plainName(file) : name;
    }

    /** A file's name up to its first dot, as far as a message set's name may be long. */
    static String plainName(Path file) {
        String plain = file.getFileName().toString();
        int dot = plain.indexOf('.');
        plain = dot > 0 ? plain.substring(0, dot) : plain;
        return plain.substring(0, Math.min(NAME_MAX, plain.length()));
    }
}
