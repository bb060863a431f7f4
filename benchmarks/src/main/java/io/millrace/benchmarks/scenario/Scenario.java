package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.result.Work;
import io.millrace.flows.Application;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A piece of work that the report measured, or one of our own, in all its sizes: a driving client
 * puts a request to {@link #inputQueue} and gets a reply from {@link #outputQueue}. Immutable.
 */
public final class Scenario {

    /** The data source of the flows that use a database. */
    private static final String DATA_SOURCE = "BENCH";

    private final List<Work> works;
    private final Map<String, String> files;
    private final String settings;
    private final Traits traits;
    private final Messages messages;

    /**
     * @param works its sizes; at least one
     * @param files of the application by name, without its {@code application.yaml}; with one flow
     * @param settings what is in {@code application.yaml} beside what every scenario has there
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

    /** As in the report's table: {@code compute-complex}. */
    public String id() {
        return works.getFirst().scenarioId();
    }

    /** Of the report's Appendix B: {@code 7.2.2}; empty for a scenario of our own. */
    public String section() {
        return works.getFirst().section();
    }

    /** In the report's words. */
    public String messageFormat() {
        return works.getFirst().messageFormat();
    }

    /** All its sizes, not persistent first, by size. */
    public List<Work> works() {
        return works;
    }

    /** The report's figures for them; empty for a scenario of our own. */
    public List<ReportRow> rows() {
        return ReportRow.all().stream().filter(row -> works.contains(row.work())).toList();
    }

    /** Threads that work on the input queue; as many has a loop that it is compared with. */
    public int instances() {
        return traits.instances();
    }

    /** Driving clients; 15 in the report. */
    public int clients() {
        return traits.clients();
    }

    /** Queues that get each message. */
    public int subscribers() {
        return traits.subscribers();
    }

    /** Whether replies are publications. */
    public boolean publishes() {
        return traits.publishes();
    }

    /** Whether a database takes part. */
    public boolean usesDatabase() {
        return traits.database();
    }

    /**
     * Whether its units of queues and databases are coordinated, of those that have both settings.
     */
    public boolean isCoordinated() {
        return id().startsWith("coordinated-yes");
    }

    /** Whether messages that are ready share a unit; else each has its own. */
    public boolean sharesUnits() {
        return !settings.contains("batching: off");
    }

    /** Whether messages are worked on in a unit of work: persistent ones always are. */
    public boolean isTransacted(boolean persistent) {
        return persistent || traits.transacted();
    }

    /** The flow as its author wrote it. */
    String flowText() {
        return files.get(flow() + ".flow.yaml");
    }

    /** Where requests are put. */
    public String inputQueue() {
        return queues() + ".IN";
    }

    /** Where replies come. */
    public String outputQueue() {
        return queues() + ".OUT";
    }

    /** The queues of the other subscribers, which somebody must empty. */
    public List<String> drainedQueues() {
        return IntStream.range(1, traits.subscribers())
                .mapToObj(i -> outputQueue() + "." + i)
                .toList();
    }

    private String queues() {
        return id().toUpperCase(Locale.ROOT).replace('-', '.');
    }

    /** The name of the only flow of the {@link #application}. */
    public String flow() {
        String suffix = ".flow.yaml";
        return files.keySet().stream()
                .filter(f -> f.endsWith(suffix))
                .map(f -> f.substring(0, f.length() - suffix.length()))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The application, checked and compiled.
     *
     * @param database for what {@link #usesDatabase}; {@link Database#prepare} comes first. Others
     *     do not look at it
     */
    public Application application(Database database) {
        StringBuilder yaml = new StringBuilder("name: " + id() + "\n");
        yaml.append("parameters:\n  default: {input: ").append(inputQueue());
        yaml.append(", output: ").append(outputQueue()).append("}\n");
        if (traits.database()) {
            yaml.append("dataSources:\n  ").append(DATA_SOURCE).append(": {url: \"");
            yaml.append(database.url()).append("\", user: ").append(database.user()).append("}\n");
        }
        if (traits.publishes()) {
            yaml.append("subscriptions:\n");
            subscribe(yaml, outputQueue());
            drainedQueues().forEach(queue -> subscribe(yaml, queue));
        }
        Map<String, String> all = new HashMap<>(files);
        all.put("application.yaml", yaml + settings);
        return Application.of(id(), all);
    }

    private void subscribe(StringBuilder yaml, String queue) {
        yaml.append("  - {topic: ").append(topic()).append(", queue: ").append(queue).append("}\n");
    }

    private String topic() {
        return PublicationMessages.topic(id());
    }

    /**
     * The request.
     *
     * @param bytes of user data, as in {@link #works}
     */
    public Request request(int bytes) {
        return messages.request(bytes);
    }

    /**
     * Looks at a reply.
     *
     * @param bytes of the request's user data
     * @param reply what stands behind the MQMD: headers and body
     * @throws IllegalStateException where it is not what the work makes of the request
     */
    public void check(int bytes, byte[] reply) {
        messages.check(bytes, reply);
    }

    @Override
    public String toString() {
        return (section() + " " + id()).strip();
    }
}
