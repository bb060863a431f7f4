package io.millrace.parsers;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.Math.min;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.sun.management.ThreadMXBean;

import io.millrace.engine.message.Bytes;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Reads, queries, changes and writes damaged messages of all formats. The outcome must be values or
 * a MillraceException, and must not need more memory than the message and the limits allow.
 */
class MutationTest {

    private static final int MUTATIONS = Integer.getInteger("millrace.mutations", 700);
    private static final long SEED = Long.getLong("millrace.seed", 1);

    /** What the limits of {@link MutationSample} let one message take, several times over. */
    private static final long MAX_ALLOCATED = 200L << 20;

    private static final int MAX_FINDINGS = 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<String, String> findings = new HashMap<>();

    /** By kind: how many were damaged, and how many of these were taken all the same. */
    private final Map<String, int[]> counts = new TreeMap<>();

    @Test
    void messagesThatAreNotDamagedAreTaken() {
        for (MutationSample sample : MutationSamples.written()) {
            assertThat(sample.use().with(Bytes.of(sample.bytes()))).as(sample.name()).isTrue();
        }
    }

    @Test
    void damagedMessagesGiveValuesOrMillraceExceptions() {
        List<MutationSample> samples = MutationSamples.all();
        assertThat(samples).hasSizeGreaterThan(15);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
        Mutator mutator = new Mutator(random);
        List<List<MutationSample>> kinds =
                List.copyOf(
                        samples.stream()
                                .collect(groupingBy(MutationSample::kind, TreeMap::new, toList()))
                                .values());
        for (int i = 0; i < MUTATIONS && findings.size() < MAX_FINDINGS; i++) {
            List<MutationSample> kind = kinds.get(random.nextInt(kinds.size()));
            MutationSample sample = kind.get(random.nextInt(kind.size()));
            MutationSample other = samples.get(random.nextInt(samples.size()));
            use(sample, mutator.mutate(sample.bytes(), other.bytes()));
        }
        StringBuilder table = new StringBuilder("seed " + SEED);
        counts.forEach(
                (kind, count) ->
                        table.append(", %s %d (%d taken)".formatted(kind, count[0], count[1])));
        System.out.println("mutations: " + table);
        assertThat(new ArrayList<>(findings.values())).isEmpty();
    }

    private void use(MutationSample sample, byte[] bytes) {
        long before = threads.getCurrentThreadAllocatedBytes();
        Throwable thrown = null;
        try {
            boolean taken = sample.use().with(Bytes.of(bytes));
            int[] count = counts.computeIfAbsent(sample.kind(), k -> new int[2]);
            count[0]++;
            count[1] += taken ? 1 : 0;
        } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
            thrown = e;
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        if (thrown == null && allocated > MAX_ALLOCATED) {
            thrown = new AssertionError("it took " + (allocated >> 20) + " MiB");
        }
        if (thrown != null) {
            note(sample, bytes, thrown);
        }
    }

    private void note(MutationSample sample, byte[] bytes, Throwable thrown) {
        StringBuilder what = new StringBuilder(thrown.toString());
        for (int i = 0; i < min(6, thrown.getStackTrace().length); i++) {
            what.append("\n        at ").append(thrown.getStackTrace()[i]);
        }
        String key =
                thrown.getClass()
                        + (thrown.getStackTrace().length == 0
                                ? sample.name()
                                : thrown.getStackTrace()[0].toString());
        findings.putIfAbsent(
                thrown instanceof AssertionError ? key + sample.kind() : key,
                sample.name() + ": " + what + "\n    " + HexFormat.of().formatHex(bytes));
    }
}
