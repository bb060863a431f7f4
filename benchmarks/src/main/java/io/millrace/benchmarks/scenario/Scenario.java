package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.result.Work;
import io.millrace.flows.Application;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A piece of work of the report, or one of our own, in all its sizes. A client puts a request to
 * {@link #inputQueue} and gets a reply from {@link #outputQueue}. Immutable.
 */
public final class Scenario {

    private static final String DATA_SOURCE = "BENCH";

    private final List<Work> works;
    private final Map<String, String> files;
    private final String settings;
    private final Traits traits;
    private final Messages messages;

    /**
     * @param works its sizes; at least one
     * @param files of the application by name, without its {@code application.yaml}
     * @param settings additional text of {@code application.yaml}
     */
    Scenario(
            List<Work> works,
            Map<String, String> files,
            String settings,
            Traits traits,
            Messages messages) {
        this.works = List.copyOf(works);
        this.files = Map.copyOf(files);
        this.settings = settings;
        this.traits = traits;
        this.messages = messages;
    }

    /** Returns the id in the report's table: {@code compute-complex}. */
    public String id() {
        return works.getFirst().scenarioId();
    }

    /**
     * Returns the section of the report's Appendix B; empty for a scenario that is not in the
     * report.
     */
    public String section() {
        return works.getFirst().section();
    }

    /** Returns the work of all sizes, not persistent first, by size. */
    public List<Work> works() {
        return works;
    }

    /** Threads that read the input queue; a loop beside the flow has as many. */
    public int instances() {
        return traits.instances();
    }

    public int clients() {
        return traits.clients();
    }

    /** Queues that get each publication; 0 if replies are no publications. */
    public int subscribers() {
        return traits.subscribers();
    }

    public boolean database() {
        return traits.database();
    }

    /** Whether a scenario with both variants coordinates queues and databases. */
    public boolean isCoordinated() {
        return id().startsWith("coordinated-yes");
    }

    /** Whether ready messages share a unit of work. */
    public boolean sharesUnits() {
        return !settings.contains("batching: off");
    }

    /** Whether messages are in a unit of work; persistent messages always are. */
    public boolean isTransacted(boolean persistent) {
        return persistent || traits.transacted();
    }

    /** Returns the text of the flows. */
    String flowText() {
        return files.entrySet().stream()
                .filter(file -> file.getKey().endsWith(".flow.yaml"))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining("\n"));
    }

    public String inputQueue() {
        return queues() + ".IN";
    }

    public String outputQueue() {
        return queues() + ".OUT";
    }

    /** Returns the queues of the other subscribers, which a driver must empty. */
    public List<String> drainedQueues() {
        return IntStream.range(1, traits.subscribers())
                .mapToObj(i -> outputQueue() + "." + i)
                .toList();
    }

    private String queues() {
        return id().toUpperCase(Locale.ROOT).replace('-', '.');
    }

    static String topic(String id) {
        return "bench/" + id;
    }

    /**
     * Returns the application, checked and compiled.
     *
     * @param database {@linkplain Database#prepare prepared} if the scenario uses one
     */
    public Application application(Database database) {
        StringBuilder yaml = new StringBuilder("name: " + id() + "\n");
        yaml.append("parameters:\n  default: {input: ").append(inputQueue());
        yaml.append(", output: ").append(outputQueue()).append("}\n");
        if (database()) {
            yaml.append("dataSources:\n  ").append(DATA_SOURCE).append(": {url: \"");
            yaml.append(database.url()).append("\", user: ").append(database.user()).append("}\n");
        }
        if (subscribers() > 0) {
            yaml.append("subscriptions:\n");
            subscribe(yaml, outputQueue());
            drainedQueues().forEach(queue -> subscribe(yaml, queue));
        }
        Map<String, String> all = new HashMap<>(files);
        all.put("application.yaml", yaml + settings);
        return Application.of(id(), all);
    }

    private void subscribe(StringBuilder yaml, String queue) {
        yaml.append("  - {topic: ")
                .append(topic(id()))
                .append(", queue: ")
                .append(queue)
                .append("}\n");
    }

    /** Returns the request with a number of bytes of user data, as in {@link #works}. */
    public Request request(int bytes) {
        return messages.request().apply(bytes);
    }

    /**
     * Validates a reply.
     *
     * @param bytes of the request's user data
     * @param reply headers and body after the MQMD
     * @throws IllegalStateException if the reply is not the result of the work
     */
    public void check(int bytes, byte[] reply) {
        messages.check().accept(bytes, reply);
    }

    @Override
    public String toString() {
        return (section() + " " + id()).strip();
    }
}
