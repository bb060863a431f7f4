package io.millrace.flows.application;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.Secret;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Limits;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.definition.Section;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A reader of the common parts of {@code application.yaml} and {@code broker.yaml}: queues, data
 * sources, limits.
 */
final class Resources {

    static final List<String> QUEUE_KEYS =
            List.of("maxDepth", "persistent", "backoutThreshold", "backoutQueue");
    static final List<String> DATA_SOURCE_KEYS =
            List.of("url", "user", "passwordEnv", "passwordFile", "poolSize");
    static final List<String> LIMIT_KEYS =
            List.of(
                    "messageBytes",
                    "treeDepth",
                    "treeElements",
                    "nameLength",
                    "expansionBytes",
                    "headers",
                    "propagationDepth",
                    "callDepth",
                    "evalLength",
                    "esqlMillis",
                    "esqlReportMillis");

    private static final String PASSWORD = "password";

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
        if (file.node("queues") instanceof YamlMapping) {
            for (YamlEntry entry : file.section("queues", null).entries()) {
                Section queue =
                        Section.of(entry.value(), QUEUE_KEYS, file.parameters(), file.problems());
                QueueDefinition definition = queue(entry.name(), entry.key().place(), queue);
                queues.put(entry.name(), definition);
                backoutQueues.put(
                        definition.backoutQueue(),
                        queue.isMapping() ? queue.place("backoutQueue") : null);
            }
        } else {
            for (YamlNode item : file.items("queues")) {
                String name = file.text(item);
                if (name != null && isQueueName(name, item.place(), file.problems())) {
                    if (queues.put(name, QueueDefinition.named(name)) != null) {
                        file.problems()
                                .error(
                                        ErrorCode.DUPLICATE_NAME,
                                        item.place(),
                                        "the queue " + name + " is listed twice");
                    }
                }
            }
        }
        backoutQueues.forEach(
                (name, place) -> {
                    if (QueueName.isValid(name)
                            && !queues.containsKey(name)
                            && !name.equals(QueueStore.DEAD_LETTER_QUEUE)) {
                        String near = Problems.didYouMean(name, queues.keySet());
                        file.problems()
                                .error(
                                        ErrorCode.UNKNOWN_QUEUE_NAME,
                                        place,
                                        "the queue " + name + " is not in the list",
                                        near);
                    }
                });
        return queues;
    }

    private static QueueDefinition queue(String name, Place place, Section queue) {
        boolean named = isQueueName(name, place, queue.problems());
        String backoutQueue = queue.text("backoutQueue", "");
        if (!backoutQueue.isEmpty()) {
            isQueueName(backoutQueue, queue.place("backoutQueue"), queue.problems());
        }
        return new QueueDefinition(
                named ? name : "?",
                (int) queue.integer("maxDepth", 0, 0, Integer.MAX_VALUE),
                queue.flag("persistent", true),
                (int) queue.integer("backoutThreshold", 0, 0, Integer.MAX_VALUE),
                backoutQueue);
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

    /** Returns the data sources. Relative password files are resolved against the folder. */
    static List<DataSourceDefinition> dataSources(Section file, Path folder) {
        List<DataSourceDefinition> definitions = new ArrayList<>();
        for (YamlEntry entry : file.section("dataSources", null).entries()) {
            List<String> keys = refusePassword(entry.value(), DATA_SOURCE_KEYS, file.problems());
            Section source = Section.of(entry.value(), keys, file.parameters(), file.problems());
            String url = source.required("url");
            if (source.isMapping() && !url.isEmpty() && !url.startsWith("jdbc:")) {
                file.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                source.place("url"),
                                "'" + url + "' is not a JDBC URL",
                                "a JDBC URL begins with jdbc:, for example jdbc:h2:./data/stock");
            } else if (url.startsWith("jdbc:")) {
                checkDriver(source, url);
            }
            warnOfPassword(source, url);
            int pool =
                    (int)
                            source.integer(
                                    "poolSize", DataSourceDefinition.DEFAULT_POOL_SIZE, 1, 10_000);
            if (!url.isBlank() && !entry.name().isBlank()) {
                definitions.add(
                        new DataSourceDefinition(
                                entry.name(),
                                url,
                                source.text("user", ""),
                                secret(source, folder),
                                pool));
            }
        }
        return definitions;
    }

    /** Reports a URL that no driver accepts. Without any driver, URLs cannot be checked. */
    private static void checkDriver(Section source, String url) {
        boolean unknown =
                DriverManager.drivers().findAny().isPresent()
                        && DriverManager.drivers().noneMatch(driver -> accepts(driver, url));
        if (unknown) {
            source.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            source.place("url"),
                            "no JDBC driver for " + Secret.masked(url) + " was found",
                            """
                            correct the URL (jdbc:h2:... and jdbc:postgresql:... are known), or \
                            set MILLRACE_CLASSPATH to the jar of the driver\
                            """);
        }
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            // The driver knows such URLs and rejects this one; it reports why when it is used.
            return true;
        }
    }

    /**
     * Reports that the key {@code password} is not supported. Returns the known keys including
     * {@code password}, so that it is not also reported as unknown.
     */
    static List<String> refusePassword(YamlNode node, List<String> known, Problems problems) {
        if (!(node instanceof YamlMapping mapping) || !mapping.has(PASSWORD)) {
            return known;
        }
        problems.error(
                ErrorCode.BAD_VALUE,
                mapping.entry(PASSWORD).key().place(),
                "a password must not be in this file",
                "set passwordEnv: VARIABLE or passwordFile: FILE");
        List<String> passed = new ArrayList<>(known);
        passed.add(PASSWORD);
        return passed;
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
        String variable = section.text("passwordEnv", "");
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
        String file = section.text("passwordFile", "");
        if (file.isEmpty()) {
            return Secret.NONE;
        }
        Path path = folder.resolve(file);
        if (!Files.isRegularFile(path)) {
            section.problems()
                    .warning(
                            ErrorCode.MISSING_PASSWORD,
                            section.place("passwordFile"),
                            "the password file " + path + " does not exist",
                            "create it with the password in its first line");
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

    /** Returns the limits. Limits that the file does not specify have their default values. */
    static Limits limits(Section file, Limits standard) {
        Section limits = file.section("limits", LIMIT_KEYS);
        return Limits.builder()
                .messageBytes(limit(limits, "messageBytes", standard.messageBytes()))
                .treeDepth(limit(limits, "treeDepth", standard.treeDepth()))
                .treeElements(limit(limits, "treeElements", standard.treeElements()))
                .nameLength(limit(limits, "nameLength", standard.nameLength()))
                .expansionBytes(limit(limits, "expansionBytes", standard.expansionBytes()))
                .headers(limit(limits, "headers", standard.headers()))
                .propagationDepth(limit(limits, "propagationDepth", standard.propagationDepth()))
                .callDepth(limit(limits, "callDepth", standard.callDepth()))
                .evalLength(limit(limits, "evalLength", standard.evalLength()))
                .esqlMillis(limits.integer("esqlMillis", standard.esqlMillis(), 0, Long.MAX_VALUE))
                .esqlReportMillis(
                        limits.integer(
                                "esqlReportMillis", standard.esqlReportMillis(), 0, Long.MAX_VALUE))
                .build();
    }

    private static int limit(Section limits, String key, int standard) {
        return (int) limits.integer(key, standard, 1, Integer.MAX_VALUE);
    }
}
