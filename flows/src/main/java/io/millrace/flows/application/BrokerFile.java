package io.millrace.flows.application;

import io.millrace.engine.database.JdbcDrivers;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.resource.Secret;
import io.millrace.engine.setting.Layer;
import io.millrace.flows.definition.FileSettings;
import io.millrace.flows.definition.Parameters;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A reader of {@code broker.yaml}. Relative paths in it are resolved against the file's folder. */
public final class BrokerFile {

    private static final String CALIBRATE = "calibrate";
    private static final String REPOSITORY = "repository";

    /** Keys that apply only to embedded queues. */
    private static final List<String> EMBEDDED = List.of("acceptors", "journal");

    /** Keys of the short form of an endpoint. */
    private static final List<String> SHORT_FORM =
            List.of("url", "user", "passwordEnv", "passwordFile", "tls");

    private BrokerFile() {}

    /**
     * Reads the file. If it cannot be read, reports problems and returns null. The drivers of data
     * sources and the type of the repository are checked later, because they depend on the home:
     * see {@link #checkExtensions}.
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
        Section file =
                Section.of(
                        document,
                        FileSettings.BROKER,
                        Map.of("application.yaml", FileSettings.APPLICATION),
                        BrokerFile::fill,
                        problems);
        checkTexts(file);
        Limits limits = Resources.limits(file);
        NamedResources resources = NamedResources.read(file, folder);
        Map<String, QueueDefinition> queues = Resources.queues(file);
        AccessSettings access =
                new AccessSettings(
                        file, folder, resources, queues == null ? Set.of() : queues.keySet());
        return new BrokerSettings(
                file.text("name"),
                store(file, folder, resources, limits, access),
                Resources.dataSources(file, resources, null),
                queues,
                executionGroups(file),
                limits,
                resources.all(),
                server(file, folder, resources, access.administrators()),
                file.effective(Layer.BROKER, document.place()));
    }

    /**
     * Reports the data sources that have no driver, and an unknown type of the repository, for a
     * file that {@link #read} has read.
     *
     * @param repositories names of the types of repositories
     */
    public static void checkExtensions(
            Path path, JdbcDrivers drivers, List<String> repositories, Problems problems) {
        Problems known = new Problems();
        Source source = TextFiles.read(path, known);
        YamlNode document = source == null ? null : Yaml.read(source, known);
        if (document != null) {
            Section file = Section.of(document, FileSettings.BROKER, BrokerFile::fill, known);
            for (Section.Named named : file.named("dataSources")) {
                Resources.checkDriver(named.section(), drivers, problems);
            }
            Section repository = file.section(REPOSITORY);
            String type = repository.text("type");
            if (!type.isBlank() && !repositories.contains(type)) {
                problems.error(
                        ErrorCode.BAD_VALUE,
                        repository.place("type"),
                        "the type of repositories %s is unknown".formatted(type),
                        Problems.didYouMean(
                                type,
                                repositories,
                                "copy the jar that adds it to the folder lib of the home"));
            }
        }
    }

    /** Substitutes environment variables. Reports parameters, which only applications can have. */
    private static String fill(String text, Place place, Problems problems) {
        if (text.contains("${env:")) {
            return Parameters.NONE.fill(text, place, problems);
        }
        int dollar = text.indexOf("${");
        if (dollar >= 0 && text.indexOf('}', dollar) > 0) {
            problems.error(
                    ErrorCode.UNKNOWN_PARAMETER,
                    place,
                    "a broker.yaml has no parameters (found " + Secret.masked(text) + ")",
                    "write the value, or ${env:NAME} for an environment variable");
        }
        return text;
    }

    private static void checkTexts(Section file) {
        for (String key : List.of("name", "home", "url", "endpoint")) {
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

    private static QueueStoreSettings store(
            Section file,
            Path folder,
            NamedResources resources,
            Limits limits,
            AccessSettings access) {
        String home = file.text("home");
        Endpoint unnamed = resources.broker();
        Endpoint named = resources.endpoint(file, "endpoint");
        String remote = file.has("endpoint") ? "endpoint" : file.has("url") ? "url" : "";
        for (String key : remote.isEmpty() ? List.<String>of() : EMBEDDED) {
            if (file.has(key)) {
                reportRemote(file, key, file.place(key), remote);
            }
        }
        if (!remote.isEmpty()) {
            access.clients()
                    .forEach(u -> reportRemote(file, "the user " + u.name(), u.place(), remote));
        }
        for (String key : remote.equals("endpoint") ? SHORT_FORM : List.<String>of()) {
            if (file.has(key)) {
                file.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                file.place(key),
                                key + " cannot be combined with endpoint",
                                "set it in the endpoint, or remove one of them");
            }
        }
        List<Acceptor> acceptors = access.acceptors();
        return QueueStoreSettings.inMemory()
                .withHome(home.isEmpty() ? null : folder.resolve(home).normalize())
                .withBroker(named == null ? unnamed : named)
                .withAcceptors(acceptors)
                .withUsers(access.users(acceptors))
                .withMaxMessageBytes(limits.messageBytes())
                .withJournal(journal(file))
                .withUnits(units(file))
                .withQueueCacheMaxSize(file.integer("queueCacheMaxSize"));
    }

    private static void reportRemote(Section file, String what, Place place, String remote) {
        file.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        place,
                        "%s applies only to embedded queues, but %s selects a remote broker"
                                .formatted(what, remote),
                        "remove one of them");
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

    private static ServerSettings server(
            Section file,
            Path folder,
            NamedResources resources,
            List<Administrator> administrators) {
        Section section = file.section("administration");
        ListenerSettings.checkHost(section);
        String host = section.text("host");
        Listener administration =
                new Listener(
                        ServerSettings.ADMINISTRATION,
                        host.isBlank() ? Listener.LOOPBACK : host,
                        section.integer("port"),
                        resources.tls(section),
                        ListenerSettings.clientAuth(section),
                        section.integer("maxConnections"),
                        section.millis("idleTimeout"),
                        Listener.DEFAULT_HEADER_BYTES);
        resources.checkPort(
                section, "administration API", administration.host(), administration.tls());
        Section log = file.section("log");
        return new ServerSettings(
                administration,
                administrators,
                section.number("maxArchiveBytes"),
                new ServerSettings.Log(
                        log.text("format"),
                        log.text("level"),
                        log.number("maxFileBytes"),
                        log.integer("maxFiles")),
                tracing(file, resources),
                repository(file, folder, resources),
                file.millis("drainTimeout"));
    }

    /** Returns the settings of traces; null without them, or with invalid ones. */
    private static ServerSettings.Tracing tracing(Section file, NamedResources resources) {
        if (!file.has("tracing")) {
            return null;
        }
        Section tracing = file.section("tracing");
        Endpoint collector = resources.httpEndpoint(tracing, "endpoint");
        return collector == null
                ? null
                : new ServerSettings.Tracing(
                        file.text("name"),
                        collector,
                        tracing.integer("sampleOneOf"),
                        ServerSettings.TraceHeaders.valueOf(
                                tracing.text("mqrfh2").toUpperCase(Locale.ROOT)));
    }

    /** Returns the shared repository of archives; null without it, or with invalid settings. */
    private static ServerSettings.Repository repository(
            Section file, Path folder, NamedResources resources) {
        if (!file.has(REPOSITORY)) {
            return null;
        }
        Section section = file.section(REPOSITORY);
        Endpoint endpoint = resources.anyEndpoint(section, "endpoint");
        boolean isFolder = !section.text("folder").isBlank();
        boolean isType = !section.text("type").isBlank();
        if (isFolder == isType || isType != section.has("endpoint")) {
            file.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            file.place(REPOSITORY),
                            "repository must have either folder, or type and endpoint",
                            "add the missing key, or remove the keys of the other form");
            return null;
        }
        return isFolder
                ? new ServerSettings.Repository(
                        folder.resolve(section.text("folder")).normalize(), "", null)
                : new ServerSettings.Repository(null, section.text("type"), endpoint);
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
