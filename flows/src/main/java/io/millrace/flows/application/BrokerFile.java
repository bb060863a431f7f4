package io.millrace.flows.application;

import io.millrace.engine.database.Secret;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.definition.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A reader of {@code broker.yaml}. Relative paths in it are resolved against the file's folder. */
public final class BrokerFile {

    static final List<String> KEYS =
            List.of(
                    "name",
                    "home",
                    "url",
                    "user",
                    "passwordEnv",
                    "passwordFile",
                    "tls",
                    "certificates",
                    "acceptors",
                    "users",
                    "journal",
                    "maxUncommittedMessages",
                    "longUnitOfWork",
                    "queueCacheMaxSize",
                    "queues",
                    "dataSources",
                    "executionGroups",
                    "limits");
    static final List<String> JOURNAL_KEYS = List.of("syncMicros", "force", "diskFullPercent");

    static final int MAX_UNCOMMITTED_MESSAGES = 10_000_000;
    private static final String CALIBRATE = "calibrate";

    private BrokerFile() {}

    /** Reads the file. If it cannot be read, reports problems and returns null. */
    public static BrokerSettings read(Path path, Problems problems) {
        Source source = TextFiles.read(path, problems);
        YamlNode document = source == null ? null : Yaml.read(source, problems);
        if (document == null) {
            return null;
        }
        Path folder = path.toAbsolutePath().getParent();
        Section file =
                Section.of(
                        document,
                        Resources.refusePassword(document, KEYS, problems),
                        Parameters.NONE,
                        problems);
        Limits limits = Resources.limits(file, Limits.DEFAULTS);
        return new BrokerSettings(
                file.text("name", BrokerSettings.DEFAULT_NAME),
                store(file, folder, limits),
                Resources.dataSources(file, folder),
                Resources.queues(file),
                executionGroups(file),
                limits);
    }

    /** Whether a file, whatever its name, is a YAML file with a key of a {@code broker.yaml}. */
    public static boolean isSimilar(Path path) {
        Problems unused = new Problems();
        String name = path.getFileName().toString();
        boolean yaml = name.endsWith(".yaml") || name.endsWith(".yml");
        Source source = yaml ? TextFiles.read(path, unused) : null;
        return source != null
                && Yaml.read(source, unused) instanceof YamlMapping mapping
                && KEYS.stream().anyMatch(mapping::has);
    }

    private static QueueStoreSettings store(Section file, Path folder, Limits limits) {
        String url = file.text("url", "");
        String home = file.text("home", "");
        if (!url.isEmpty()) {
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
        int cache =
                (int)
                        file.integer(
                                "queueCacheMaxSize",
                                QueueStoreSettings.DEFAULT_QUEUE_CACHE,
                                0,
                                1_000_000);
        return QueueStoreSettings.inMemory()
                .withHome(home.isEmpty() ? null : folder.resolve(home).normalize())
                .withBroker(url, file.text("user", ""), password)
                .withBrokerTls(access.brokerTls(url))
                .withAcceptors(access.acceptors())
                .withUsers(access.users())
                .withMaxMessageBytes(limits.messageBytes())
                .withJournal(journal(file))
                .withUnits(units(file))
                .withQueueCacheMaxSize(cache);
    }

    private static UnitLimits units(Section file) {
        UnitLimits standard = UnitLimits.DEFAULT;
        return new UnitLimits(
                maxUncommitted(file, standard.maxUncommittedMessages()),
                1_000
                        * file.integer(
                                "longUnitOfWork", standard.longUnitMillis() / 1_000, 0, 86_400));
    }

    static int maxUncommitted(Section section, int standard) {
        return (int)
                section.integer("maxUncommittedMessages", standard, 1, MAX_UNCOMMITTED_MESSAGES);
    }

    private static Journal journal(Section file) {
        Section journal = file.section("journal", JOURNAL_KEYS);
        boolean calibrate = journal.text("syncMicros", CALIBRATE).equals(CALIBRATE);
        int micros =
                calibrate
                        ? Journal.CALIBRATE
                        : (int) journal.integer("syncMicros", 0, 0, 1_000_000);
        return new Journal(
                micros,
                journal.flag("force", Journal.DEFAULT.force()),
                (int)
                        journal.integer(
                                "diskFullPercent", Journal.DEFAULT.diskFullPercent(), 1, 100));
    }

    private static Set<String> executionGroups(Section file) {
        if (!file.has("executionGroups")) {
            return null;
        }
        Set<String> groups = new LinkedHashSet<>();
        groups.add(FlowAssignment.DEFAULT_GROUP);
        groups.addAll(file.words("executionGroups"));
        return groups;
    }
}
