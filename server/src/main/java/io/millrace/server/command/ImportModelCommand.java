package io.millrace.server.command;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;
import io.millrace.models.xsd.MessageDefinition;
import io.millrace.models.xsd.XmlSchema;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.yaml.ModelYaml;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command {@code millrace import-model}. */
@Command(
        name = "import-model",
        description = {
            """
            Creates a message set from a COBOL copybook, a C header, an XML Schema or a message \
            definition file.\
            """,
            """
            Prints it as a model file, and on the error stream the constructs that were kept, \
            changed and dropped.\
            """
        },
        footer =
                """

                Example:  ./millrace import-model payroll.cpy --output orders/payroll.model.yaml\
                """)
final class ImportModelCommand extends ConsoleCommand {

    private static final int NAME_MAX = 64;

    /** A language that models are imported from. */
    private enum Language {
        COPYBOOK("copybook", "Copybooks: ", List.of(".cpy", ".cbl", ".cob", ".copy")),
        C("c", "C headers: ", List.of(".h", ".hpp")),
        XSD("xsd", "XML Schemas: ", List.of(".xsd")),
        MXSD("mxsd", "Message definitions: ", List.of(".mxsd"));

        final String word;

        /** Prefix of the descriptions of options that only this language has. */
        final String prefix;

        final List<String> endings;

        Language(String word, String prefix, List<String> endings) {
            this.word = word;
            this.prefix = prefix;
            this.endings = endings;
        }
    }

    /** Advice about files of other languages, by suffix. */
    private static final Map<String, String> OTHER_LANGUAGES =
            Map.of(
                    "wsdl", "save the schema in its types as a file *.xsd, and import that",
                    "json", "messages of the domain JSON need no message set",
                    "xml",
                            "import the XML Schema that describes the document; XML messages of the"
                                    + " domain XMLNSC need no message set");

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description =
                    """
                    A copybook (*.cpy, *.cbl, *.cob), a C header (*.h), an XML Schema (*.xsd) or a \
                    message definition of IBM's brokers (*.mxsd).\
                    """)
    private Path file;

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
            description = "Further schemas for the same message set.")
    private List<Path> further = List.of();

    @Option(
            names = "--from",
            paramLabel = "LANGUAGE",
            description = "copybook, c, xsd or mxsd; default: by the suffix of the file's name.")
    private String from;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the message set; default: the name of the file.")
    private String name;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "The output file *.model.yaml, which must not exist.")
    private Path output;

    @Option(
            names = "--ccsid",
            paramLabel = "N",
            description =
                    """
                    The code page of messages without headers, for example 37 or 500 (EBCDIC), 819 \
                    (Latin-1). Default: 37 for copybooks, 819 for C headers\
                    """)
    private int ccsid;

    @Option(
            names = "--pointer-bytes",
            paramLabel = "N",
            description =
                    "Size of pointers in bytes, 4 or 8. Default: 4 in copybooks, 8 in C "
                            + "headers")
    private int pointerBytes;

    @Spec private CommandSpec spec;

    @Mixin private JsonOption json;
    @Mixin private CopybookImport copybook;
    @Mixin private HeaderImport header;

    @Override
    public Integer call() {
        if (output != null && !output.toString().endsWith(ModelYaml.SUFFIX)) {
            throw Usage.wrong(
                    "--output", "must end in " + ModelYaml.SUFFIX + " (found " + output + ")");
        }
        TextFile.checkNew(output);
        Problems problems = new Problems();
        ImportResult imported = read(problems);
        if (problems.hasErrors()) {
            // A dropped construct, such as a file that was not found, can be the cause.
            console.reportNotes(
                    imported.report().notes().stream()
                            .filter(n -> n.kind() == ConversionReport.Kind.DROPPED)
                            .toList());
        }
        problems.throwIfErrors();
        MessageSet set = imported.set().orElseThrow();
        String model = ModelYaml.write(set);
        if (json.isGiven()) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("messageSet", set.name());
            values.put("kept", imported.kept().replaceFirst("kept: ", ""));
            ConversionJson.print(values, imported.report(), "model", model, output, console);
            return ExitCode.OK;
        }
        console.reportNotes(imported.report().notes());
        console.report(imported.kept());
        TextFile.write(output, model, console);
        return ExitCode.OK;
    }

    private ImportResult read(Problems problems) {
        Usage.ccsid(ccsid);
        Usage.oneOf("--pointer-bytes", pointerBytes, 0, 4, 8);
        Source source = source(file);
        String set = name == null ? plainName(file) : name;
        Language language = language();
        checkOptions(language);
        boolean one = language == Language.COPYBOOK || language == Language.C;
        if (!further.isEmpty() && one) {
            throw Usage.wrong("FILE", "must be a single file for copybooks and C headers");
        }
        return switch (language) {
            case COPYBOOK -> copybook.read(source, set, ccsid, pointerBytes, problems);
            case C -> header.read(source, set, ccsid, pointerBytes, problems);
            case XSD -> XmlSchema.read(sources(source), set, schemas(), problems);
            case MXSD ->
                    MessageDefinition.read(
                            sources(source), name, MessageDefinition.files(file), problems);
        };
    }

    /** Rejects options of another language, which would have no effect. */
    private void checkOptions(Language language) {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            String description = String.join(" ", option.description());
            for (Language other : Language.values()) {
                if (other != language && description.startsWith(other.prefix)) {
                    throw Usage.wrong(
                            option.longestName(),
                            "is an option for %s (found the language %s); remove it, or specify"
                                            .formatted(other.word, language.word)
                                    + " --from "
                                    + other.word);
                }
            }
        }
    }

    private NearbyFiles schemas() {
        List<Path> given = new ArrayList<>(List.of(file));
        given.addAll(further);
        return NearbyFiles.around(given, Set.of(".xsd"));
    }

    private List<Source> sources(Source first) {
        List<Source> sources = new ArrayList<>(List.of(first));
        further.forEach(f -> sources.add(source(f)));
        return sources;
    }

    private static Source source(Path file) {
        return new Source(file.toString(), NearbyFiles.text(TextFile.bytes(file)));
    }

    private Language language() {
        if (from != null) {
            return Usage.oneOf("--from", from, Language.values(), l -> l.word);
        }
        String small = file.toString().toLowerCase(Locale.ROOT);
        String other = OTHER_LANGUAGES.get(small.substring(small.lastIndexOf('.') + 1));
        if (other != null) {
            throw Usage.wrong(
                    "FILE",
                    "must be a copybook, a C header, an XML Schema or a message definition (found "
                            + file
                            + "); "
                            + other);
        }
        for (Language language : Language.values()) {
            if (language.endings.stream().anyMatch(small::endsWith)) {
                return language;
            }
        }
        throw Usage.wrong(
                "--from",
                "is required, because the name of "
                        + file
                        + " does not show its language; it must be one of "
                        + Stream.of(Language.values())
                                .map(l -> l.word)
                                .collect(Collectors.joining(", ")));
    }

    /**
     * Returns a file's name up to its first dot, truncated to the maximum length of a message set's
     * name.
     */
    static String plainName(Path file) {
        String plain = file.getFileName().toString();
        int dot = plain.indexOf('.');
        plain = dot > 0 ? plain.substring(0, dot) : plain;
        return plain.substring(0, Math.min(NAME_MAX, plain.length()));
    }
}
