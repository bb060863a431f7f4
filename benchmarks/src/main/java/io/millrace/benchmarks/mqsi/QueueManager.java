package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.Resources;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The counterpart of a queue manager of the report: an embedded broker with its own journal, its
 * input queues, the application on each of them, and one output queue.
 */
record QueueManager(Broker broker, List<String> inputs) implements AutoCloseable {

    static final String OUTPUT = "BOOKINGS.OUT";
    private static final String INPUT = "BOOKINGS.IN.";
    private static final String NO_HIT = "BOOKINGS.NOHIT";
    private static final String FAILED = "BOOKINGS.FAILED";

    private static final String SAMPLE = "mqsi-v11/";
    private static final String FLOW = Resources.text("mqsi/bookings.flow.yaml");

    /**
     * Starts a queue manager with the flow of this benchmark.
     *
     * @param folder folder of the queue manager, which is created
     * @param journal settings of the journal, which should be the same for all queue managers
     */
    static QueueManager start(Path folder, Case test, Journal journal) throws IOException {
        return start(folder, test, journal, FLOW);
    }

    /** Starts a queue manager with another flow. */
    static QueueManager start(Path folder, Case test, Journal journal, String flow)
            throws IOException {
        Files.createDirectories(folder);
        Path yaml = folder.resolve("broker.yaml");
        Files.writeString(
                yaml, "home: home\nqueueCacheMaxSize: " + test.tuning().queueCache() + "\n");
        Broker broker = Broker.builder().configuration(yaml).journal(journal).start();
        try {
            List<String> inputs =
                    IntStream.range(0, test.shape().queues()).mapToObj(i -> INPUT + i).toList();
            inputs.forEach(input -> broker.deploy(application(input, test, flow)));
            return new QueueManager(broker, inputs);
        } catch (RuntimeException | Error e) {
            broker.close();
            throw e;
        }
    }

    private static Application application(String input, Case test, String flow) {
        String yaml =
                """
                parameters:
                  default: {input: %s}
                queues:
                  %s: {maxDepth: %d}
                  BOOKINGS.OUT:
                  BOOKINGS.NOHIT:
                  BOOKINGS.FAILED:
                executionGroups:
                  default: {flows: {bookings: {additionalInstances: %d}}}
                """
                        .formatted(
                                input,
                                input,
                                test.tuning().queueDepth(),
                                test.shape().instances() - 1);
        return Application.of(
                input.toLowerCase(Locale.ROOT).replace('.', '-'),
                Map.of(
                        "application.yaml",
                        yaml,
                        "bookings.flow.yaml",
                        flow,
                        "bookings.esql",
                        Resources.sampleText(SAMPLE + "bookings.esql"),
                        "bookings.model.yaml",
                        Resources.sampleText(SAMPLE + "bookings.model.yaml")));
    }

    /** Returns the number of messages on the input queues. */
    long waiting() {
        return inputs.stream().mapToLong(this::depth).sum();
    }

    /** Returns the number of messages on the output queue that have not been received. */
    long made() {
        return depth(OUTPUT);
    }

    /** Returns the number of messages that no rule matched. */
    long dropped() {
        return depth(NO_HIT);
    }

    /** Returns the number of messages that could not be processed. */
    long failed() {
        return depth(FAILED) + depth(QueueStore.DEAD_LETTER_QUEUE);
    }

    /** Deletes all unmatched, failed and undeliverable messages. */
    void clear() {
        for (String queue : List.of(NO_HIT, FAILED, QueueStore.DEAD_LETTER_QUEUE)) {
            broker.store().clear(queue);
        }
    }

    private long depth(String queue) {
        return broker.store().status(queue).depth();
    }

    @Override
    public void close() {
        broker.close();
    }
}
