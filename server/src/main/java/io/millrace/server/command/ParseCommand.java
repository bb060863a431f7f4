package io.millrace.server.command;

import io.millrace.engine.error.Actor;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.library.tree.TreePrinter;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.flows.sample.BodyDomain;
import io.millrace.server.queue.TreeJson;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;

/** The command {@code millrace parse}. */
@Command(
        name = "parse",
        description = {
            """
            Parses message files completely and prints their message trees.\
            """,
            """
            Exit code 1 if a message is damaged; the other messages are still shown.\
            """
        },
        footer =
                """

                Examples:  ./millrace parse order.xml
                           ./millrace parse --copybook payroll.cpy --ccsid 37 --records rdw --as \
                json payroll.dat\
                """)
final class ParseCommand extends ConsoleCommand {

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Files that contain message " + "bodies without conversion.")
    private List<Path> files;

    @Option(
            names = "--domain",
            paramLabel = "D",
            defaultValue = "",
            description =
                    """
                    The parser: XMLNSC, XMLNS, XML, JSON, MIME, BLOB, MRM ... Default: MRM with a \
                    model or copybook; otherwise XMLNSC or JSON if the message begins like XML \
                    or like a JSON object or array, and BLOB if not.\
                    """)
    private String domain;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "A *.model.yaml that describes the messages.")
    private Path model;

    @Option(
            names = "--message",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The message of the model; can be omitted if the model has only one.")
    private String message;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "The physical format of the model; can be omitted if the model has only one.")
    private String format;

    @Mixin private CopybookFile copybook;

    @Mixin private MessageSets sets;

    @Mixin private ExtensionsHome home;

    @Option(
            names = "--ccsid",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    """
                    The code page of the messages, for example 37 (EBCDIC), 819, 1208. Default: the value of the format or model.\
                    """)
    private int ccsid;

    @Option(
            names = "--encoding",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    """
                    The encoding of numbers, as in MQMD.Encoding: 273, 546, 785. Default: the value of the model.\
                    """)
    private int encoding;

    @Option(
            names = "--option",
            paramLabel = "NAME",
            description = "An option of the domain, such as RetainMixedContent.")
    private List<String> options = List.of();

    @Option(
            names = "--records",
            paramLabel = "HOW",
            description =
                    """
                    Each file contains many records: fixed:N (N bytes each), rdw (each after a \
                    record descriptor word of z/OS; rdw,little: the length is little-endian; \
                    rdw,exclusive: the length excludes the 4 bytes of the word; rdw,kept: the \
                    word is part of \
                    the record), lines (each ends with a line break).\
                    """)
    private String records;

    @Option(
            names = "--skip",
            paramLabel = "N[:M]",
            description = "Each file has N bytes before its messages and M bytes after them.")
    private String skip;

    @Option(
            names = "--as",
            paramLabel = "FORM",
            defaultValue = "tree",
            description =
                    """
                    tree, or json: one JSON object per message, each on one line. Default: \
                    ${DEFAULT-VALUE}\
                    """)
    private String as;

    @Mixin private JsonOption jsonOption;

    private final Set<Actor> damage = EnumSet.noneOf(Actor.class);

    @Override
    public Integer call() {
        if (!as.equals("json") && !as.equals("tree")) {
            throw Usage.wrong("--as", "must be tree or json (found " + as + ")");
        }
        boolean json = jsonOption.form("--as", as, isGiven("--as"), "json").equals("json");
        Usage.ccsid(ccsid);
        Usage.atLeast(0, "--encoding", encoding);
        RecordFile cut = records == null ? RecordFile.whole() : RecordFile.of(records);
        RecordFile split = skip == null ? cut : cut.within(skip);
        ParserRegistry parsers = parsers();
        Parser given = isDetected() ? null : parser(parsers, domain);
        checkOptions(given, parsers);
        boolean whole = true;
        for (Path file : files) {
            whole &= show(file, split, given, json, parsers);
        }
        console.out().flush();
        damage.forEach(actor -> console.report("  who can act: " + who(actor)));
        return whole ? ExitCode.OK : ExitCode.ERRORS;
    }

    /**
     * Returns the description of an actor. If options describe the messages, a damaged message can
     * also be the result of a wrong option.
     */
    private String who(Actor actor) {
        StringJoiner described = new StringJoiner(" or ");
        if (ccsid != 0) {
            described.add("--ccsid");
        }
        if (encoding != 0) {
            described.add("--encoding");
        }
        if (records != null) {
            described.add("--records");
        }
        if (skip != null) {
            described.add("--skip");
        }
        if (actor != Actor.SENDER) {
            return actor.toString();
        }
        StringJoiner missing = new StringJoiner(" or ");
        boolean modelled = isModelled();
        if (ccsid == 0 && modelled) {
            missing.add("--ccsid");
        }
        if (records == null && skip == null && modelled) {
            missing.add("--records").add("--skip");
        }
        return actor
                + (described.length() == 0 ? "" : ", or you if " + described + " is wrong")
                + (missing.length() == 0 ? "" : ", or you if the file requires " + missing);
    }

    /**
     * Checks that the domain supports the options. If the domain is detected, checks that some
     * domain supports them.
     */
    private void checkOptions(Parser given, ParserRegistry parsers) {
        Set<String> known = new TreeSet<>();
        (given == null ? parsers.parsers() : List.of(given))
                .forEach(p -> known.addAll(p.options()));
        for (String option : options) {
            if (!known.contains(option)) {
                throw Usage.wrong(
                        "--option",
                        known.isEmpty()
                                ? "cannot be used: the domain "
                                        + given.domain()
                                        + " has no options (found "
                                        + option
                                        + ")"
                                : "must be one of "
                                        + String.join(", ", known)
                                        + " (found "
                                        + option
                                        + ")");
            }
        }
    }

    private ParserRegistry parsers() {
        ParserRegistry parsers = home.extensions().parsers();
        if (model != null && copybook.isGiven()) {
            throw Usage.wrong("--model", "cannot be combined with --copybook");
        }
        if (sets.isGiven()) {
            if (model != null || copybook.isGiven()) {
                throw Usage.wrong(
                        "--application", "cannot be combined with --model and --copybook");
            }
            return sets.assembler(home.extensions()).parsers();
        }
        if (model == null && !copybook.isGiven()) {
            requiresModel("--message", message);
            requiresModel("--format", format);
            return parsers;
        }
        Problems problems = new Problems();
        Source source =
                model != null ? TextFile.model("--model", model) : copybook.asModel(console, ccsid);
        ParserRegistry known = parsers.with(List.of(source), problems);
        problems.throwIfErrors();
        console.problems(problems.all());
        return known;
    }

    private static void requiresModel(String option, String value) {
        if (!value.isEmpty()) {
            throw Usage.wrong(
                    option,
                    "requires --model or --copybook (found "
                            + value
                            + ")"
                            + (value.equals("json") ? "; use --as json for JSON output" : ""));
        }
    }

    private boolean isModelled() {
        return model != null || copybook.isGiven() || sets.isGiven();
    }

    /** Whether the domain of each message is detected from its content. */
    private boolean isDetected() {
        return domain.isEmpty() && model == null && !copybook.isGiven();
    }

    private Element parse(Path file, Bytes record, Parser given, ParserRegistry parsers) {
        Parser parser = given != null ? given : parser(parsers, detected(file, record));
        boolean isUnknown = given == null && parser.domain().equals("BLOB");
        if (isUnknown && !parsers.sensitiveFields().isEmpty()) {
            throw Usage.wrong(
                    "--domain",
                    "is required, because the body is neither XML nor JSON and can contain"
                            + " sensitive fields");
        }
        ParseOptions how =
                new ParseOptions(
                        new MessageTemplate(parser.domain(), "", message, format),
                        ccsid,
                        encoding,
                        ParseTiming.COMPLETE,
                        Set.copyOf(options),
                        Limits.DEFAULTS);
        return parser.parse(record, how);
    }

    /** Returns the domain of a message. A malformed body has the domain of its file's suffix. */
    private String detected(Path file, Bytes record) {
        String found = BodyDomain.of(record, ccsid);
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (!found.equals("BLOB") || record.length() == 0) {
            return found;
        }
        return name.endsWith(".json") ? "JSON" : name.endsWith(".xml") ? "XMLNSC" : found;
    }

    private Parser parser(ParserRegistry parsers, String chosen) {
        boolean modelled = isModelled();
        String name = chosen.isEmpty() ? "MRM" : chosen;
        Parser parser =
                parsers.domain(name)
                        .orElseThrow(
                                () ->
                                        Usage.wrong(
                                                "--domain",
                                                "must be one of "
                                                        + String.join(", ", parsers.domains())
                                                        + " (found "
                                                        + name
                                                        + ")"));
        parser.checkTemplate(new MessageTemplate(name, "", message, format))
                .ifPresent(
                        why -> {
                            if (!modelled) {
                                throw Usage.wrong(
                                        "--domain", name + " needs --model or --copybook");
                            }
                            throw new MillraceException(
                                    ErrorCode.USAGE, why + "; use --message and --format");
                        });
        return parser;
    }

    /** Whether a value contains C1 control characters, which texts do not use. */
    private static boolean hasControlCharacters(Element body) {
        Deque<Element> open = new ArrayDeque<>(List.of(body));
        while (!open.isEmpty()) {
            Element element = open.pop();
            if (element.value() instanceof CharacterValue(String text)
                    && text.chars().anyMatch(c -> c >= 0x80 && c < 0xA0)) {
                return true;
            }
            for (Element child = element.firstChild(); child != null; child = child.next()) {
                open.push(child);
            }
        }
        return false;
    }

    private boolean show(
            Path file, RecordFile split, Parser given, boolean json, ParserRegistry parsers) {
        if (!json) {
            console.println(console.bold(PrintableText.line(file.toString())));
        }
        boolean whole = true;
        int number = 0;
        RecordFile.Reader reader = split.open(TextFile.bytes(file));
        while (true) {
            number++;
            try {
                Bytes record = reader.next();
                if (record == null) {
                    return whole;
                }
                if (record.isEmpty() && isDetected()) {
                    console.report(
                            PrintableText.line(file.toString())
                                    + ": the file is empty, so its domain is BLOB; expected a"
                                    + " message, or --domain for an empty body of another domain");
                }
                Element body = parse(file, record, given, parsers);
                if (number == 1 && ccsid == 0 && isModelled() && hasControlCharacters(body)) {
                    console.report(
                            PrintableText.line(file.toString())
                                    + ": the text contains control characters, so the code page is"
                                    + " probably wrong; without --ccsid, it is the code page of"
                                    + " the format, by default 500 (EBCDIC); try --ccsid 819 or"
                                    + " 1208");
                }
                if (json) {
                    console.println(
                            PrintableText.lines(TreeJson.of(body, parsers.sensitiveFields())));
                } else {
                    if (records != null) {
                        console.println(console.bold("record " + number));
                    }
                    console.println(TreePrinter.withBranches(body, parsers).stripTrailing());
                }
            } catch (MillraceException failure) {
                MillraceException damaged =
                        new SensitiveValues(parsers.sensitiveFields()).mask(failure);
                whole = false;
                damage.add(damaged.code().actor());
                console.out().flush();
                console.report(
                        console.red("error " + damaged.code().id())
                                + ": "
                                + PrintableText.line(file.toString())
                                + (records == null ? "" : ", record " + number)
                                + ": "
                                + damaged.getMessage());
                if (!reader.canGoOn()) {
                    return false;
                }
            }
        }
    }
}
