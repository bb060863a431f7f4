package io.millrace.benchmarks.torture;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreProvider;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.engine.work.Coordinator;
import io.millrace.store.xa.NarayanaProvider;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Damages each kind of file of a home folder in each way, after an orderly end and after a kill.
 * Each case must be reported with the file's name, or lose nothing. Data that is kept when the
 * damage is accepted must also exist at the next start.
 */
public final class DamageMatrix {

    private static final int SOMEWHERE = 3;

    private final Path folder;
    private final Consumer<String> progress;
    private final Map<End, Path> left = new EnumMap<>(End.class);

    /** End of the process that left the files. */
    enum End {
        ORDERLY,
        KILL
    }

    enum Damage {
        DELETED,
        TRUNCATED,
        ALTERED,
        SWAPPED
    }

    enum Kind {
        FULL_JOURNAL("journal", "activemq-data-1.amq"),
        CURRENT_JOURNAL("journal", "activemq-data-2.amq"),
        DEFINITIONS("bindings", "activemq-bindings-1.bindings"),
        LARGE_MESSAGE("large", ".msg"),
        PAGE("paging", ".page"),
        PAGE_ADDRESS("paging", "address.txt"),
        COORDINATED("transactions", "-1.txlog"),
        COORDINATOR_NAME("transactions", "node"),
        QUEUES(".", "queues.properties"),
        LEDGER(".", "files.ledger");

        private final String below;
        private final String end;

        Kind(String below, String end) {
            this.below = below;
            this.end = end;
        }

        private boolean isListed() {
            return this != LEDGER;
        }
    }

    /**
     * @param progress receives a line for each case
     */
    public DamageMatrix(Path folder, Consumer<String> progress) {
        this.folder = folder;
        this.progress = progress;
    }

    /** Runs all cases; returns the errors. */
    public List<String> run() throws IOException, InterruptedException {
        List<String> findings = new ArrayList<>();
        for (End end : End.values()) {
            left.put(end, folder.resolve(end.name()));
            DamageVictim.leave(left.get(end), end == End.KILL);
            long whole = open(copied(end, folder.resolve("whole")), false);
            if (whole != DamageVictim.MESSAGES) {
                findings.add(end + " without damage: " + whole + " messages");
            }
            for (Kind kind : Kind.values()) {
                for (Damage damage : Damage.values()) {
                    String name = end + " " + kind + " " + damage;
                    String result = run(end, kind, damage);
                    progress.accept(name + ": " + result);
                    if (result.startsWith("NOT")) {
                        findings.add(name + ": " + result);
                    }
                }
            }
        }
        return findings;
    }

    private String run(End end, Kind kind, Damage damage) throws IOException {
        Path home = copied(end, folder.resolve("case"));
        Path file = damage(home, kind, damage);
        if (file == null) {
            return "there is only one such file";
        }
        String found;
        try {
            long messages = open(home, false);
            if (messages != DamageVictim.MESSAGES || kind.isListed() && damage != Damage.SWAPPED) {
                return "NOT DETECTED, " + messages + " of " + DamageVictim.MESSAGES + " messages";
            }
            return "nothing is lost";
        } catch (MillraceException e) {
            if (e.code() != ErrorCode.STORE_DAMAGED
                    || !e.getMessage().contains(file.getFileName().toString())) {
                return "NOT REPORTED WITH THE FILE: " + e.getMessage();
            }
            found = "reported";
        }
        long kept = open(home, true);
        long again = open(home, false);
        return kept == again
                ? found + ", " + kept + " of " + DamageVictim.MESSAGES + " messages kept"
                : "NOT BALANCED, " + kept + " messages kept, then " + again;
    }

    /** Opens the queues and the coordinator's log, as a broker does; returns all messages. */
    private static long open(Path home, boolean acceptDamage) {
        QueueStoreSettings settings = QueueStoreSettings.embedded(home);
        QueueStoreProvider artemis =
                QueueStores.load(DamageMatrix.class.getClassLoader()).provider(QueueStores.ARTEMIS);
        try (QueueStore store =
                        artemis.open(
                                acceptDamage
                                        ? settings.withJournal(settings.journal().acceptingDamage())
                                        : settings);
                Coordinator coordinator =
                        new NarayanaProvider().open(home.resolve(DamageVictim.TRANSACTIONS))) {
            coordinator.recover();
            return store.status().stream().mapToLong(QueueStatus::depth).sum();
        }
    }

    private Path copied(End end, Path to) throws IOException {
        delete(to);
        Path from = left.get(end);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.toList().reversed()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Damages the first file of a kind; null if it cannot be swapped with another one. */
    private static Path damage(Path home, Kind kind, Damage damage) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(home.resolve(kind.below).normalize())) {
            files = found.filter(f -> f.toString().endsWith(kind.end)).sorted().toList();
        }
        Path file = files.getFirst();
        switch (damage) {
            case DELETED -> Files.delete(file);
            case TRUNCATED -> {
                try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
                    raw.setLength(raw.length() / 2 > 1 << 16 ? 1 << 16 : raw.length() / 2);
                    if (kind == Kind.COORDINATED || kind == Kind.DEFINITIONS) {
                        raw.setLength(SOMEWHERE);
                    }
                }
            }
            case ALTERED -> {
                try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
                    long at = Math.min(raw.length(), kind == Kind.COORDINATED ? 16 : 1 << 11) / 2;
                    raw.seek(at);
                    int before = raw.read();
                    raw.seek(at);
                    raw.write(before ^ 1);
                }
            }
            case SWAPPED -> {
                return swap(file);
            }
        }
        return file;
    }

    private static Path swap(Path file) throws IOException {
        String name = file.getFileName().toString();
        String extension = name.substring(Math.max(0, name.lastIndexOf('.')));
        List<Path> others;
        try (Stream<Path> siblings = Files.list(file.getParent())) {
            others =
                    siblings.filter(f -> f.toString().endsWith(extension) && !f.equals(file))
                            .filter(Files::isRegularFile)
                            .sorted()
                            .toList();
        }
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
