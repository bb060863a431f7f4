package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.result.Work;
import io.millrace.flows.Application;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A scenario of the WMQI report, or an additional scenario, in all its message sizes. A client puts
 * a request to {@link #inputQueue} and gets a reply from {@link #outputQueue}.
 *
 * @param id id in the table of the report, for example {@code compute-complex}
 * @param works work for each size; messages that are not persistent first
 */
public record Scenario(String id, List<Work> works, Definition definition) {

    /** Prefix of ids of coordinated scenarios that also exist uncoordinated. */
    public static final String COORDINATED = "coordinated-yes-";

    /** Prefix of their uncoordinated variants. */
    public static final String UNCOORDINATED = "coordinated-no-";

    private static final int KB = 1024;

    /**
     * A definition in {@code scenarios.yaml}. {@code $1} is replaced by a group of the id.
     *
     * @param id regular expression that matches the ids of the scenarios
     * @param files resources that are files of the application
     * @param samples files of the samples
     * @param texts contents of further files, by name
     * @param settings additional lines of {@code application.yaml}, or the name of a resource
     * @param clients number of driving clients
     * @param instances number of threads that read the input queue
     * @param subscribers number of queues that receive each publication; 0 if nothing is published
     * @param database whether the scenario uses a database
     * @param transacted whether messages that are not persistent are also in a unit of work
     * @param messages argument of {@link Messages#of}
     * @param beyond ids of additional scenarios
     * @param words ids of scenarios that the report describes without figures
     */
    record Definition(
            Pattern id,
            List<String> files,
            List<String> samples,
            Map<String, String> texts,
            String settings,
            Integer clients,
            String instances,
            String subscribers,
            boolean database,
            boolean transacted,
            String messages,
            List<String> beyond,
            List<String> words) {

        Definition {
            files = Objects.requireNonNullElse(files, List.of());
            samples = Objects.requireNonNullElse(samples, List.of());
            texts = Objects.requireNonNullElse(texts, Map.of());
            settings = Objects.requireNonNullElse(settings, "");
            clients = Objects.requireNonNullElse(clients, 15);
            instances = Objects.requireNonNullElse(instances, "1");
            subscribers = Objects.requireNonNullElse(subscribers, "0");
            beyond = Objects.requireNonNullElse(beyond, List.of());
            words = Objects.requireNonNullElse(words, List.of());
        }
    }

    private static final List<Definition> DEFINITIONS =
            Resources.list("scenario/scenarios.yaml", Definition.class);
    private static final List<Scenario> ALL =
            ReportRow.wmqi().stream()
                    .map(ReportRow::work)
                    .collect(
                            Collectors.groupingBy(
                                    Work::scenarioId, LinkedHashMap::new, Collectors.toList()))
                    .entrySet()
                    .stream()
                    .map(works -> make(works.getKey(), works.getValue()))
                    .toList();
    private static final List<Scenario> BEYOND = own(Definition::beyond, KB);
    private static final List<Scenario> WORDS = own(Definition::words, KB, 64 * KB);

    private static Scenario make(String id, List<Work> works) {
        return DEFINITIONS.stream()
                .filter(definition -> definition.id.matcher(id).matches())
                .findFirst()
                .map(definition -> new Scenario(id, works, definition))
                .orElseThrow();
    }

    private static List<Scenario> own(Function<Definition, List<String>> ids, int... sizes) {
        List<Scenario> own = new ArrayList<>();
        for (Definition definition : DEFINITIONS) {
            for (String id : ids.apply(definition)) {
                List<Work> works = new ArrayList<>();
                for (boolean persistent : new boolean[] {false, true}) {
                    for (int size : sizes) {
                        works.add(new Work(id, "", "", persistent, size));
                    }
                }
                own.add(make(id, works));
            }
        }
        return own;
    }

    /** Returns the scenarios of the rows of the report, in the same order. */
    public static List<Scenario> all() {
        return ALL;
    }

    /** Returns the additional scenarios: more clients, a queue between flows, coordination. */
    public static List<Scenario> beyond() {
        return BEYOND;
    }

    /** Returns scenarios that the report describes without figures. */
    public static List<Scenario> inWords() {
        return WORDS;
    }

    /**
     * Returns a scenario.
     *
     * @throws IllegalArgumentException if the id is unknown
     */
    public static Scenario of(String id) {
        return Stream.of(ALL, BEYOND, WORDS)
                .flatMap(List::stream)
                .filter(scenario -> scenario.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown scenario " + id));
    }

    private String replaced(String text) {
        return definition.id.matcher(id).replaceFirst(text);
    }

    /**
     * Returns the section of the report's Appendix B; empty for a scenario that is not in the
     * report.
     */
    public String section() {
        return works.getFirst().section();
    }

    /**
     * Returns the number of threads that read the input queue, of the flow and of the bare loop.
     */
    public int instances() {
        return Integer.parseInt(replaced(definition.instances));
    }

    int clients() {
        return definition.clients;
    }

    /**
     * Returns the number of queues that receive each publication; 0 if replies are not published.
     */
    int subscribers() {
        return Integer.parseInt(replaced(definition.subscribers));
    }

    public boolean database() {
        return definition.database;
    }

    /** Whether the scenario measures how instances share a database's forced writes. */
    public boolean sharesForcedWrites() {
        return id.startsWith(COORDINATED) || id.startsWith(UNCOORDINATED);
    }

    /** Whether messages are in a unit of work. Persistent messages always are. */
    boolean isTransacted(boolean persistent) {
        return persistent || definition.transacted;
    }

    public String inputQueue() {
        return queues() + ".IN";
    }

    public String outputQueue() {
        return queues() + ".OUT";
    }

    /** Returns the queues of the other subscribers. The driver must drain these queues. */
    List<String> drainedQueues() {
        return IntStream.range(1, subscribers()).mapToObj(i -> outputQueue() + "." + i).toList();
    }

    private String queues() {
        return id.toUpperCase(Locale.ROOT).replace('-', '.');
    }

    /** Returns the files of the application by name. */
    Map<String, String> files() {
        Map<String, String> files = new HashMap<>();
        definition.files.stream()
                .map(this::replaced)
                .forEach(path -> files.put(name(path), Resources.text("scenario/" + path)));
        definition.samples.forEach(path -> files.put(name(path), Resources.sampleText(path)));
        definition.texts.forEach((name, text) -> files.put(name, repeated(text)));
        return files;
    }

    private static String name(String path) {
        return path.substring(path.indexOf('/') + 1);
    }

    /** Repeats each line that contains #, as often as the number in the id specifies. */
    private String repeated(String text) {
        String number = id.replaceAll("\\D", "");
        int count = number.isEmpty() ? 1 : Integer.parseInt(number);
        StringBuilder repeated = new StringBuilder();
        for (String line : replaced(text).split("\n")) {
            for (int i = 1; i < (line.contains("#") ? count : 2); i++) {
                repeated.append(line.replace("##", i + 1 + "").replace("#", i + "")).append('\n');
            }
        }
        return repeated.toString();
    }

    /**
     * Returns the checked and compiled application.
     *
     * @param database {@linkplain Database#prepare prepared} if the scenario uses one
     */
    public Application application(Database database) {
        StringBuilder yaml =
                new StringBuilder(
                        "name: %s\nparameters:\n  default: {input: %s, output: %s}\n"
                                .formatted(id, inputQueue(), outputQueue()));
        if (database()) {
            yaml.append(
                    "dataSources:\n  BENCH: {url: \"%s\", user: %s}\n"
                            .formatted(database.url(), database.user()));
        }
        if (subscribers() > 0) {
            yaml.append("subscriptions:\n");
            Stream.concat(Stream.of(outputQueue()), drainedQueues().stream())
                    .map(queue -> "  - {topic: bench/%s, queue: %s}\n".formatted(id, queue))
                    .forEach(yaml::append);
        }
        String settings = replaced(definition.settings);
        yaml.append(settings.endsWith(".yaml") ? Resources.text("scenario/" + settings) : settings);
        Map<String, String> all = files();
        all.put("application.yaml", yaml.toString());
        return Application.of(id, all);
    }

    private Messages messages() {
        return Messages.of(replaced(definition.messages));
    }

    /** Returns the request with a number of bytes of user data. */
    public Request request(int bytes) {
        return messages().request().apply(bytes);
    }

    /**
     * Validates a reply.
     *
     * @param bytes number of bytes of user data in the request
     * @param reply headers and body after the MQMD
     * @throws IllegalStateException if the reply is not the result of the work
     */
    void check(int bytes, byte[] reply) {
        if (!messages().check().test(bytes, reply)) {
            throw new IllegalStateException("wrong reply to a message of " + bytes + " bytes");
        }
    }

    @Override
    public String toString() {
        return (section() + " " + id).strip();
    }
}
