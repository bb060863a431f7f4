package io.millrace.flows.application;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.JdbcDrivers;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Limits;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueThresholds;
import io.millrace.engine.resource.Secret;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.YamlEntry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A reader of the common parts of {@code application.yaml} and {@code broker.yaml}: queues, data
 * sources, limits.
 */
final class Resources {

    /** The start of a JDBC URL with a port that is not a number. */
    private static final Pattern PORT =
            Pattern.compile("jdbc:\\w+://[\\w.-]+:([^/?;,\\d][^/?;,]*)");

    /**
     * Pattern of an H2 file URL whose path is neither absolute nor explicitly relative. H2 rejects
     * such a URL.
     */
    private static final Pattern H2_RELATIVE =
            Pattern.compile("jdbc:h2:(file:)?([^;:/~.\\\\][^;:]*)(;.*)?", Pattern.DOTALL);

    /** A setting of an H2 URL that is not NAME=value, after a semicolon without a backslash. */
    private static final Pattern H2_SETTING =
            Pattern.compile("(?<!\\\\);(?!\\s*[A-Za-z_]+\\s*=)([^;]*[^;\\s][^;]*)");

    /** The attributes that an alias can have. */
    private static final Set<String> OF_ALIAS = Set.of("alias", "description", "inhibitPut");

    private Resources() {}

    /**
     * Returns the list of queues by name; null if the file has none. Items are names, or names with
     * attributes.
     */
    static Map<String, QueueDefinition> queues(Section file) {
        if (!file.has("queues")) {
            return null;
        }
        Map<String, QueueDefinition> queues = new LinkedHashMap<>();
        Map<String, Place> backoutQueues = new LinkedHashMap<>();
        Map<String, Place> aliases = new LinkedHashMap<>();
        Map<String, Place> models = new LinkedHashMap<>();
        for (Section.Named named : file.named("queues")) {
            QueueDefinition queue = queue(named);
            if (queues.put(queue.name(), queue) != null) {
                file.problems()
                        .error(
                                ErrorCode.DUPLICATE_NAME,
                                named.place(),
                                "the queue " + queue.name() + " is listed twice");
            }
            if (!queue.backoutQueue().isEmpty()) {
                backoutQueues.put(queue.backoutQueue(), named.section().place("backoutQueue"));
            }
            if (queue.rules().isAlias()) {
                aliases.put(queue.name(), named.section().place("alias"));
            }
            if (queue.rules().isModel()) {
                models.put(queue.name(), named.section().place("model"));
            }
        }
        QueueModels.check(queues, models, file.problems());
        aliases.forEach(
                (name, place) -> {
                    String target = queues.get(name).rules().alias();
                    if (models.containsKey(target)) {
                        file.problems()
                                .error(
                                        ErrorCode.BAD_VALUE,
                                        place,
                                        "alias must be a queue with messages of its own (found"
                                                + " the model "
                                                + target
                                                + ")",
                                        "write the name of another queue");
                    }
                    if (aliases.containsKey(target) && !target.equals(name)) {
                        file.problems()
                                .error(
                                        ErrorCode.BAD_VALUE,
                                        place,
                                        "alias must be a queue with messages of its own (found"
                                                + " the alias "
                                                + target
                                                + ")",
                                        "write the name of the queue for which "
                                                + target
                                                + " stands");
                    }
                });
        aliases.forEach(
                (name, place) ->
                        listed(queues.get(name).rules().alias(), name, place, queues, file));
        backoutQueues.forEach(
                (name, place) -> {
                    listed(name, "", place, queues, file);
                    if (models.containsKey(name)) {
                        file.problems()
                                .error(
                                        ErrorCode.BAD_VALUE,
                                        place,
                                        "backoutQueue must be a queue with messages of its own"
                                                + " (found the model "
                                                + name
                                                + ")",
                                        "write the name of another queue");
                    }
                });
        return queues;
    }

    /**
     * Reports a queue that is not in the list. The alias of the queue is not suggested as a similar
     * name.
     */
    private static void listed(
            String name,
            String alias,
            Place place,
            Map<String, QueueDefinition> queues,
            Section file) {
        if (!QueueName.isValid(name)
                || queues.containsKey(name)
                || name.equals(QueueStore.DEAD_LETTER_QUEUE)) {
            return;
        }
        List<String> others = queues.keySet().stream().filter(q -> !q.equals(alias)).toList();
        String near = Problems.didYouMean(name, others);
        String add = "add it below queues";
        file.problems()
                .error(
                        ErrorCode.UNKNOWN_QUEUE_NAME,
                        place,
                        "the queue " + name + " is not in the list of queues",
                        near.isEmpty() ? add : near + " If not, " + add);
    }

    static QueueDefinition queue(Section.Named named) {
        Section queue = named.section();
        boolean valid = isQueueName(named.name(), named.place(), queue.problems());
        String backoutQueue = queue.text("backoutQueue");
        if (!backoutQueue.isEmpty()) {
            isQueueName(backoutQueue, queue.place("backoutQueue"), queue.problems());
            if (backoutQueue.equals(named.name())) {
                queue.report(
                        "backoutQueue",
                        "backoutQueue must be another queue (found " + backoutQueue + ")");
            }
        }
        return new QueueDefinition(
                valid ? named.name() : "?",
                queue.integer("maxDepth"),
                queue.flag("persistent"),
                queue.integer("backoutThreshold"),
                backoutQueue,
                index(queue),
                rules(named));
    }

    /** Returns the further attributes of a queue. */
    private static QueueRules rules(Section.Named named) {
        Section queue = named.section();
        String alias = queue.text("alias");
        if (!alias.isEmpty()) {
            isQueueName(alias, queue.place("alias"), queue.problems());
            if (alias.equals(named.name())) {
                queue.report("alias", "alias must be another queue (found " + alias + ")");
            }
            for (YamlEntry entry : queue.entries()) {
                if (!OF_ALIAS.contains(entry.name()) && queue.isSet(entry.name())) {
                    queue.report(
                            entry.name(),
                            "an alias cannot have %s; set it for the queue %s"
                                    .formatted(entry.name(), alias));
                }
            }
        }
        return new QueueRules(
                queue.text("description"),
                alias,
                queue.integer("maxMessageBytes"),
                queue.integer("priority"),
                queue.flag("inhibitPut"),
                queue.flag("inhibitGet"),
                queue.flag("shareable"),
                queue.millis("expiryCap"),
                thresholds(queue),
                QueueModels.read(named),
                "");
    }

    /** Returns the thresholds of a queue. Contradictory thresholds are reported and ignored. */
    private static QueueThresholds thresholds(Section queue) {
        try {
            return new QueueThresholds(
                    queue.integer("depthHigh"),
                    queue.integer("depthLow"),
                    queue.millis("oldMessageAfter"),
                    queue.millis("noReaderAfter"));
        } catch (IllegalArgumentException contradiction) {
            queue.report(
                    queue.has("depthLow") ? "depthLow" : "depthHigh", contradiction.getMessage());
            return QueueThresholds.NONE;
        }
    }

    /**
     * Returns the index of a queue; null if the queue has no index. An invalid index is reported
     * and ignored.
     */
    private static QueueIndex index(Section queue) {
        QueueIndex index = QueueIndex.named(queue.text("index")).orElse(null);
        int maxDepth = queue.integer("maxDepth");
        if (index != null && !QueueIndex.isPossible(maxDepth)) {
            queue.report(
                    queue.has("maxDepth") ? "maxDepth" : "index", QueueIndex.describe(maxDepth));
            return null;
        }
        return index;
    }

    /** Whether the name is a valid queue name. Reports a problem if it is invalid. */
    static boolean isQueueName(String name, Place place, Problems problems) {
        boolean valid = QueueName.isValid(name);
        if (!valid) {
            problems.error(
                    ErrorCode.BAD_VALUE, place, "'" + name + "': " + QueueName.describe(name));
        }
        return valid;
    }

    /**
     * Returns the data sources.
     *
     * @param drivers drivers that the data sources can use; null if they are not known yet
     */
    static List<DataSourceDefinition> dataSources(
            Section file, NamedResources resources, JdbcDrivers drivers) {
        List<DataSourceDefinition> definitions = new ArrayList<>();
        for (Section.Named named : file.named("dataSources")) {
            Section source = named.section();
            String url = source.text("url");
            if (source.isMapping() && !url.isEmpty() && !url.startsWith("jdbc:")) {
                file.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                source.place("url"),
                                "'" + Secret.masked(url) + "' is not a JDBC URL",
                                "a JDBC URL begins with jdbc:, for example jdbc:h2:./data/stock");
            } else if (drivers != null) {
                checkDriver(source, drivers, file.problems());
            }
            warnOfPassword(source, url);
            if (!url.isBlank() && !named.name().isBlank()) {
                definitions.add(
                        new DataSourceDefinition(
                                named.name(),
                                url,
                                resources.credentials(source),
                                source.integer("poolSize"),
                                source.millis("connectTimeout"),
                                NamedResources.retry(source)));
            }
        }
        return definitions;
    }

    /** Reports a URL that no driver accepts. Without any driver, URLs cannot be checked. */
    static void checkDriver(Section source, JdbcDrivers drivers, Problems problems) {
        String url = source.text("url");
        Matcher port = PORT.matcher(url);
        if (port.lookingAt()) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    source.place("url"),
                    port.group(1).contains("@")
                            ? "the URL must not contain a user and a password; set user and"
                                    + " password"
                            : "the port in the URL must be a number (found " + port.group(1) + ")");
            return;
        }
        Matcher relative = H2_RELATIVE.matcher(url);
        if (relative.matches()) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    source.place("url"),
                    "the path of an H2 database must begin with ./, ~/ or / (found %s)"
                            .formatted(relative.group(2)),
                    relative.group(2).equals("mem")
                            ? "write jdbc:h2:mem:NAME for a database in memory"
                            : "write jdbc:h2:./%s for a folder in the current folder"
                                    .formatted(relative.group(2)));
            return;
        }
        Matcher setting = H2_SETTING.matcher(url);
        if (url.startsWith("jdbc:h2:") && setting.find()) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    source.place("url"),
                    "the settings of an H2 URL must have the form NAME=value (found '%s')"
                            .formatted(Secret.masked(setting.group(1).strip())),
                    "write a backslash before each semicolon within a value, such as INIT");
            return;
        }
        drivers.misspelledParameters(url)
                .forEach(
                        (name, near) ->
                                problems.warning(
                                        ErrorCode.BAD_VALUE,
                                        source.place("url"),
                                        "the parameter %s of the URL is unknown to the driver and is ignored"
                                                .formatted(name),
                                        "did you mean " + near + "?"));
        if (url.startsWith("jdbc:") && drivers.find(url).isEmpty() && !drivers.isEmpty()) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    source.place("url"),
                    "no JDBC driver for " + Secret.masked(url) + " was found",
                    """
                    correct the URL (jdbc:h2:... and jdbc:postgresql:... are known), or copy \
                    the jar of the driver to the folder lib of the broker's home or of the \
                    application\
                    """);
        }
    }

    /** Returns the password that {@code passwordEnv} or {@code passwordFile} refers to. */
    static Secret secret(Section section, Path folder) {
        if (section.has("passwordEnv") && section.has("passwordFile")) {
            section.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            section.place("passwordFile"),
                            "passwordEnv and passwordFile cannot be combined",
                            "remove one of them");
        }
        String variable = section.text("passwordEnv");
        if (!variable.isEmpty()) {
            if (System.getenv(variable) == null) {
                section.problems()
                        .warning(
                                ErrorCode.MISSING_PASSWORD,
                                section.place("passwordEnv"),
                                "the environment variable " + variable + " is not set",
                                "set it to the password before you start Millrace");
            }
            return Secret.environment(variable);
        }
        String file = section.text("passwordFile");
        if (file.isEmpty()) {
            return Secret.NONE;
        }
        Path path = folder.resolve(file).normalize();
        if (Files.isDirectory(path)) {
            section.problems()
                    .warning(
                            ErrorCode.MISSING_PASSWORD,
                            section.place("passwordFile"),
                            "the password file " + path + " is a folder, not a file",
                            "specify a file with the password in its first line");
        } else if (!Files.isRegularFile(path)) {
            section.problems()
                    .warning(
                            ErrorCode.MISSING_PASSWORD,
                            section.place("passwordFile"),
                            "the password file " + path + " does not exist",
                            "create it with the password in its first line"
                                    + NamedResources.outside(
                                            section.place("passwordFile"), folder, path));
        } else if (isEmpty(path)) {
            section.problems()
                    .warning(
                            ErrorCode.MISSING_PASSWORD,
                            section.place("passwordFile"),
                            "the first line of the password file " + path + " is empty",
                            "write the password in it");
        } else if (isReadableByOthers(path)) {
            section.problems()
                    .warning(
                            ErrorCode.EXPOSED_PASSWORD,
                            section.place("passwordFile"),
                            "all users of this machine can read the password file " + path,
                            "run: chmod o-r " + path);
        }
        return Secret.file(path);
    }

    private static boolean isEmpty(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.findFirst().orElse("").isBlank();
        } catch (IOException | UncheckedIOException e) {
            // The error is reported when the file is used.
            return false;
        }
    }

    private static boolean isReadableByOthers(Path file) {
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException e) {
            // The error is reported when the file is used.
            return false;
        }
    }

    /** Reports a warning for a password that is part of a URL. */
    static void warnOfPassword(Section section, String url) {
        if (!url.equals(Secret.masked(url))) {
            section.problems()
                    .warning(
                            ErrorCode.EXPOSED_PASSWORD,
                            section.place("url"),
                            "the URL contains a password, which all readers of this file can see",
                            "remove it from the URL, and set user and passwordEnv or passwordFile");
        }
    }

    static Limits limits(Section file) {
        Section limits = file.section("limits");
        return Limits.builder()
                .messageBytes(limits.integer("messageBytes"))
                .treeDepth(limits.integer("treeDepth"))
                .treeElements(limits.integer("treeElements"))
                .nameLength(limits.integer("nameLength"))
                .expansionBytes(limits.integer("expansionBytes"))
                .headers(limits.integer("headers"))
                .propagationDepth(limits.integer("propagationDepth"))
                .callDepth(limits.integer("callDepth"))
                .evalLength(limits.integer("evalLength"))
                .esqlMillis(limits.number("esqlMillis"))
                .esqlReportMillis(limits.number("esqlReportMillis"))
                .build();
    }
}
