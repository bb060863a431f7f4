package io.millrace.benchmarks.torture;

import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.work.Coordinator;
import io.millrace.store.xa.NarayanaProvider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A test that damages each kind of file of a home folder in each way, after an orderly end and
 * after a kill. In each case, the damage must be reported with the name of the file, or nothing
 * must be lost. Messages that are kept when the damage is accepted must also exist at the next
 * start.
 *
 * @param progress receives a line for each case
 */
public record DamageMatrix(Path folder, Consumer<String> progress) {

    private static final String TRANSACTIONS = "transactions";

    /** Number of messages and their size. One queue has more messages than fit in memory. */
    private static final Map<String, int[]> LOADS =
            Map.of(
                    "SMALL", new int[] {1_400, 8_000},
                    "LARGE", new int[] {3, 150_000},
                    "PAGED", new int[] {1_200, 60_000});

    private static final long MESSAGES = LOADS.values().stream().mapToInt(load -> load[0]).sum();

    private enum Damage {
        DELETED,
        TRUNCATED,
        ALTERED,
        SWAPPED
    }

    /** A kind of file, with a regular expression for the path. */
    private enum Kind {
        FULL_JOURNAL("journal/activemq-data-1.amq"),
        CURRENT_JOURNAL("journal/activemq-data-2.amq"),
        DEFINITIONS("bindings/activemq-bindings-1.bindings"),
        LARGE_MESSAGE("large/.*msg"),
        PAGE("paging/.*page"),
        PAGE_ADDRESS("paging/.*address.txt"),
        COORDINATED(TRANSACTIONS + "/.*-1.txlog"),
        COORDINATOR_NAME(TRANSACTIONS + "/node"),
        QUEUES("queues.properties"),
        LEDGER("files.ledger");

        private final String path;

        Kind(String path) {
            this.path = path;
        }
    }

    /** Runs all cases and returns the defects. */
    public List<String> run() throws Exception {
        List<String> findings = new ArrayList<>();
        for (String end : List.of("ORDERLY", "KILL")) {
            Path left = folder.resolve(end);
            try (VictimProcess victim =
                    new VictimProcess(
                            DamageMatrix.class,
                            folder.resolve("log"),
                            folder.resolve("jsa"),
                            List.of("-Xmx256m"),
                            left)) {
                if (!victim.awaitReady()) {
                    throw new TortureException("the process that fills the home folder failed");
                }
                if (end.equals("KILL")) {
                    victim.kill();
                } else {
                    victim.finish();
                }
            }
            long whole = open(copied(left, "whole"), false);
            if (whole != MESSAGES) {
                findings.add(end + " without damage: " + whole + " messages");
            }
            for (Kind kind : Kind.values()) {
                for (Damage damage : Damage.values()) {
                    String result =
                            "%s %s %s: %s".formatted(end, kind, damage, run(left, kind, damage));
                    progress.accept(result);
                    if (result.contains("NOT ")) {
                        findings.add(result);
                    }
                }
            }
        }
        return findings;
    }

    /** Creates files of all kinds in a home folder. The argument is the folder. */
    public static void main(String[] arguments) throws IOException {
        Path home = Path.of(arguments[0]);
        try (QueueStore store = Stage.artemis().open(QueueStoreSettings.embedded(home));
                Coordinator coordinator = new NarayanaProvider().open(home.resolve(TRANSACTIONS));
                QueueSession session = store.session()) {
            LOADS.forEach(
                    (queue, load) -> {
                        store.create(QueueDefinition.named(queue));
                        for (int i = 0; i < load[0]; i++) {
                            Bytes body = Bytes.utf8(i + " " + "x".repeat(load[1]));
                            QueueMessage message =
                                    new QueueMessage(new Mqmd().persistence(1), body);
                            session.put(queue, message, true);
                            if (i % 50 == 0) {
                                session.commit();
                            }
                        }
                        session.commit();
                    });
            coordinator.recover();
            Victim.say(Victim.READY + 0);
            if (System.in.read() >= 0) {
                Victim.say(Victim.DONE + "true 0");
            }
        }
        System.exit(0);
    }

    private String run(Path left, Kind kind, Damage damage) throws IOException {
        Path home = copied(left, "case");
        Path file = damage(home, kind, damage);
        if (file == null) {
            return "not applicable: only one file of this kind";
        }
        try {
            long messages = open(home, false);
            return messages == MESSAGES && (kind == Kind.LEDGER || damage == Damage.SWAPPED)
                    ? "nothing is lost"
                    : "NOT DETECTED, " + messages + " of " + MESSAGES + " messages";
        } catch (MillraceException e) {
            if (e.code() != ErrorCode.STORE_DAMAGED
                    || !e.getMessage().contains(file.getFileName().toString())) {
                return "NOT REPORTED WITH THE FILE: " + e.getMessage();
            }
        }
        long kept = open(home, true);
        long again = open(home, false);
        return kept == again
                ? "reported, " + kept + " of " + MESSAGES + " messages kept"
                : "NOT BALANCED, " + kept + " messages kept, then " + again;
    }

    /**
     * Opens the queues and the log of the coordinator like a broker. Returns the number of
     * messages.
     */
    private static long open(Path home, boolean acceptDamage) {
        try (QueueStore store =
                        acceptDamage
                                ? Stage.acceptDamage(home)
                                : Stage.artemis().open(QueueStoreSettings.embedded(home));
                Coordinator coordinator = new NarayanaProvider().open(home.resolve(TRANSACTIONS))) {
            coordinator.recover();
            return store.status().stream().mapToLong(QueueStatus::depth).sum();
        }
    }

    private Path copied(Path from, String name) throws IOException {
        Path to = folder.resolve(name);
        ScratchFolder.delete(to);
        for (Path file : files(from, ".*")) {
            Files.copy(file, to.resolve(from.relativize(file)));
        }
        return to;
    }

    private static List<Path> files(Path folder, String path) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(f -> folder.relativize(f).toString().matches(path))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Damages the first file of a kind. Returns null if the file cannot be swapped with another
     * one.
     */
    private static Path damage(Path home, Kind kind, Damage damage) throws IOException {
        Path file = files(home, kind.path).getFirst();
        switch (damage) {
            case DELETED -> Files.delete(file);
            case SWAPPED -> {
                return swap(file);
            }
            default -> {
                byte[] bytes = Files.readAllBytes(file);
                boolean early = kind == Kind.COORDINATED || kind == Kind.DEFINITIONS;
                if (damage == Damage.TRUNCATED) {
                    int length = early ? 3 : Math.min(1 << 16, bytes.length / 2);
                    bytes = Arrays.copyOf(bytes, length);
                } else {
                    // Offset within the written data.
                    int written = kind == Kind.COORDINATED ? 16 : 1 << 11;
                    int at = Math.min(bytes.length, written) / 2;
                    bytes[at] = (byte) (bytes[at] ^ 1);
                }
                Files.write(file, bytes);
            }
        }
        return file;
    }

    private static Path swap(Path file) throws IOException {
        String name = file.getFileName().toString();
        String extension = name.substring(Math.max(0, name.lastIndexOf('.')));
        List<Path> others = new ArrayList<>(files(file.getParent(), "[^/]*" + extension));
        others.remove(file);
        others.removeIf(Files::isDirectory);
        if (others.isEmpty() || !name.matches(".*\\d.*")) {
            return null;
        }
        Path aside = file.resolveSibling("aside");
        Files.move(file, aside);
        Files.move(others.getFirst(), file);
        Files.move(aside, others.getFirst());
        return file;
    }
}
