package io.millrace.flows.application;

import io.millrace.engine.database.JdbcDrivers;
import io.millrace.engine.database.Secret;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.flows.definition.FileSettings;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A reader of {@code broker.yaml}. Relative paths in it are resolved against the file's folder. */
public final class BrokerFile {

    private static final String CALIBRATE = "calibrate";

    private static final Pattern URL = Pattern.compile("\\w+://[^/?]+:\\d+(?:[/?].*)?");

    private BrokerFile() {}

    /**
     * Reads the file. If it cannot be read, reports problems and returns null. The drivers of data
     * sources are unknown before the home is: see {@link #checkDrivers}.
     */
    public static BrokerSettings read(Path path, Problems problems) {
        Source source = TextFiles.read(path, problems);
        YamlNode document = source == null ? null : Yaml.read(source, problems);
        if (document == null) {
            return null;
        }
        if (path.endsWith(ApplicationFile.NAME)) {
            problems.error(
                    ErrorCode.FILE_NAME,
                    document.place(),
                    "the file is the "
                            + ApplicationFile.NAME
                            + " of an application; expected a broker.yaml");
            return null;
        }
        Path folder = path.toAbsolutePath().getParent();
        Section file = Section.of(document, FileSettings.BROKER, BrokerFile::fill, problems);
        checkTexts(file);
        Limits limits = Resources.limits(file);
        return new BrokerSettings(
                file.text("name"),
                store(file, folder, limits),
                Resources.dataSources(file, folder, null),
                Resources.queues(file),
                executionGroups(file),
                limits);
    }

    /** Reports the data sources of a file that {@link #read} could read and that have no driver. */
    public static void checkDrivers(Path path, JdbcDrivers drivers, Problems problems) {
        Problems known = new Problems();
        Source source = TextFiles.read(path, known);
        YamlNode document = source == null ? null : Yaml.read(source, known);
        if (document != null) {
            Section file = Section.of(document, FileSettings.BROKER, BrokerFile::fill, known);
            for (Section.Named named : file.named("dataSources")) {
                Resources.checkDriver(named.section(), drivers, problems);
            }
        }
    }

    /** Reports a parameter, because only an application.yaml has parameters. */
    private static String fill(String text, Place place, Problems problems) {
        int dollar = text.indexOf("${");
        if (dollar >= 0 && text.indexOf('}', dollar) > 0) {
            problems.error(
                    ErrorCode.UNKNOWN_PARAMETER,
                    place,
                    "a broker.yaml has no parameters (found " + text + ")",
                    "write the value; environments have files of their own");
        }
        return text;
    }

    private static void checkTexts(Section file) {
        for (String key : List.of("name", "home", "url")) {
            if (file.isSet(key) && file.text(key).isBlank()) {
                file.report(key, key + " must not be empty");
            }
        }
        String home = file.text("home");
        if (home.startsWith("~")) {
            file.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            file.place("home"),
                            "home must be a path (found " + home + ")",
                            "write the whole path; only a shell replaces ~");
        }
    }

    /** Whether a file, whatever its name, is a YAML file with a key of a {@code broker.yaml}. */
    public static boolean isSimilar(Path path) {
        Problems unused = new Problems();
        String name = path.getFileName().toString();
        boolean yaml = name.endsWith(".yaml") || name.endsWith(".yml");
        Source source = yaml ? TextFiles.read(path, unused) : null;
        return source != null
                && Yaml.read(source, unused) instanceof YamlMapping mapping
                && FileSettings.BROKER.names().stream().anyMatch(mapping::has);
    }

    private static QueueStoreSettings store(Section file, Path folder, Limits limits) {
        String url = file.text("url");
        String home = file.text("home");
        if (!url.isEmpty()) {
            checkLogin(file);
            if (!isUrl(url)) {
                file.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                file.place("url"),
                                "url must have the form tcp://host:port (found "
                                        + Secret.masked(url)
                                        + ")");
            }
            for (String key : List.of("acceptors", "users", "journal")) {
                if (file.has(key)) {
                    file.problems()
                            .error(
                                    ErrorCode.BAD_VALUE,
                                    file.place(key),
                                    key
                                            + " applies only to embedded queues, but url selects "
                                            + "a remote broker",
                                    "remove one of them");
                }
            }
        }
        Resources.warnOfPassword(file, url);
        Secret password = Resources.secret(file, folder);
        AccessSettings access = new AccessSettings(file, folder);
        List<Acceptor> acceptors = access.acceptors();
        return QueueStoreSettings.inMemory()
                .withHome(home.isEmpty() ? null : folder.resolve(home).normalize())
                .withBroker(url, file.text("user"), password)
                .withBrokerTls(access.brokerTls(url))
                .withAcceptors(acceptors)
                .withUsers(access.users(acceptors))
                .withMaxMessageBytes(limits.messageBytes())
                .withJournal(journal(file))
                .withUnits(units(file))
                .withQueueCacheMaxSize(file.integer("queueCacheMaxSize"));
    }

    /** Whether a URL denotes a broker, or several in parentheses. */
    private static boolean isUrl(String url) {
        int end = url.lastIndexOf(')');
        Stream<String> brokers =
                url.startsWith("(") && end > 0
                        ? Stream.of(url.substring(1, end).split(","))
                        : Stream.of(url);
        return brokers.allMatch(broker -> URL.matcher(broker.strip()).matches());
    }

    /** Reports a password without its user, which the broker would reject. */
    private static void checkLogin(Section file) {
        for (String key : List.of("passwordEnv", "passwordFile")) {
            if (file.has(key) && file.text("user").isEmpty()) {
                file.problems()
                        .error(
                                ErrorCode.MISSING_KEY,
                                file.place(key),
                                key + " requires user",
                                "set user to the name of a user of the remote broker");
            }
        }
    }

    private static UnitLimits units(Section file) {
        return new UnitLimits(
                file.integer("maxUncommittedMessages"), 1_000 * file.number("longUnitOfWork"));
    }

    private static Journal journal(Section file) {
        Section journal = file.section("journal");
        boolean calibrate = journal.text("syncMicros").equals(CALIBRATE);
        return new Journal(
                calibrate ? Journal.CALIBRATE : journal.integer("syncMicros"),
                journal.flag("force"),
                journal.integer("diskFullPercent"));
    }

    private static Set<String> executionGroups(Section file) {
        if (!file.has("executionGroups")) {
            return null;
        }
        Set<String> groups = new LinkedHashSet<>();
        groups.add(FlowAssignment.DEFAULT_GROUP);
        groups.addAll(file.list("executionGroups"));
        return groups;
    }
}
