package io.millrace.store.artemis;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

import org.apache.activemq.artemis.core.journal.Journal;
import org.apache.activemq.artemis.core.journal.impl.JournalFile;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;
import org.apache.activemq.artemis.core.persistence.StorageManager;
import org.slf4j.Logger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The sums of journal files that are full, kept while the store works, for the end that is not
 * orderly. Artemis forces a file that is full, and writes to it no more: what happens to its
 * records is written behind the others'. When none of them is of use any more, the file is deleted,
 * or gets a new number in its header and is used again. So a file with the number that it had when
 * it was full must have the sum that it had.
 *
 * <p>A thread of its own looks for full files. The file that is being written to is not covered,
 * nor one that has become full in the last moment.
 */
final class SealedFiles implements AutoCloseable {

    static final String FILE = "journal.sealed";

    private static final Logger LOG = EventLog.of(SealedFiles.class);

    private static final long LOOK_AGAIN_MILLIS = 250;
    private static final String SEALED = "sealed";
    private static final String GONE = "gone";

    /** A file begins with two versions, of four bytes each. */
    private static final int NUMBER_AT = 8;

    /**
     * A file that was full.
     *
     * @param number from its header, larger at each use of a file than all before it
     */
    private record Seal(String name, long number, String sum) {

        private String line() {
            return SEALED + ' ' + name + ' ' + number + ' ' + sum;
        }

        private static Seal of(String[] words) {
            return new Seal(words[1], Long.parseLong(words[2]), words[3] + ' ' + words[4]);
        }

        private String folder() {
            return name.substring(0, name.indexOf('/'));
        }
    }

    private final HomeFolder home;
    private final CountLog log;
    private final Map<String, Seal> seals = new TreeMap<>();
    private final Map<String, JournalImpl> journals = new HashMap<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private Thread thread;

    private SealedFiles(HomeFolder home, CountLog log) {
        this.home = home;
        this.log = log;
    }

    /**
     * Compares the files that the last process knew as full with what they were.
     *
     * @throws MillraceException with STORE_DAMAGED
     */
    static SealedFiles check(HomeFolder home) {
        SealedFiles files = new SealedFiles(home, CountLog.open(home, FILE));
        for (String line : files.log.found()) {
            String[] words = line.split(" ");
            if (words[0].equals(SEALED)) {
                files.seals.put(words[1], Seal.of(words));
            } else {
                files.seals.remove(words[1]);
            }
        }
        try {
            for (Seal seal : List.copyOf(files.seals.values())) {
                if (!files.isSealed(seal)) {
                    files.seals.remove(seal.name);
                }
            }
        } catch (IOException e) {
            throw StoreErrors.home(home.path(), e);
        }
        files.leaveOutLast();
        return files;
    }

    /** Whether the file is still what it was; false where it is used for something else. */
    private boolean isSealed(Seal seal) throws IOException {
        Path file = home.resolve(seal.name);
        if (!Files.exists(file)) {
            return false;
        }
        long number = number(file);
        if (number > seal.number) {
            return false;
        }
        if (number < seal.number || !JournalSums.sum(file).equals(seal.sum)) {
            throw StoreErrors.damaged(home, file, "is not as it was when it was full");
        }
        return true;
    }

    private static long number(Path file) throws IOException {
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.read(number, NUMBER_AT);
        }
        return number.getLong(0);
    }

    /** Where nothing was written behind the last full file, Artemis goes on writing to it. */
    private void leaveOutLast() {
        Map<String, Seal> last = new HashMap<>();
        seals.values()
                .forEach(s -> last.merge(s.folder(), s, (a, b) -> a.number > b.number ? a : b));
        last.values().forEach(seal -> seals.remove(seal.name));
    }

    /** Of the files of a folder that are what they were when they were full. */
    Set<String> names(String folder) {
        return seals.values().stream()
                .filter(seal -> seal.folder().equals(folder))
                .map(seal -> seal.name.substring(folder.length() + 1))
                .collect(Collectors.toSet());
    }

    /** Begins to look for files that become full. */
    void begin(StorageManager storage) {
        addJournal("journal", storage.getMessageJournal());
        addJournal("bindings", storage.getBindingsJournal());
        log.begin(this::lines);
        thread = Thread.ofPlatform().daemon().name("millrace-journal-sums").start(this::look);
    }

    private void addJournal(String folder, Journal journal) {
        if (journal instanceof JournalImpl known) {
            journals.put(folder, known);
        }
    }

    private synchronized List<String> lines() {
        return new ArrayList<>(seals.values().stream().map(Seal::line).toList());
    }

    private void look() {
        try {
            while (!end.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
                for (Map.Entry<String, JournalImpl> journal : journals.entrySet()) {
                    look(journal.getKey(), journal.getValue());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | MillraceException e) {
            LOG.warn(
                    "the sums of journal files are kept no longer, so that damage is not noticed"
                            + " after an end that is not orderly: {}",
                    e.getMessage());
        }
    }

    private void look(String folder, JournalImpl journal) throws IOException {
        Map<String, Long> full = new HashMap<>();
        for (JournalFile file : journal.getDataFiles()) {
            String name = folder + '/' + file.getFile().getFileName();
            full.put(name, file.getFileID());
            Seal known = seals.get(name);
            if (known == null || known.number != file.getFileID()) {
                seal(name, file, journal);
            }
        }
        for (Seal seal : List.copyOf(seals.values())) {
            if (seal.folder().equals(folder) && !full.containsKey(seal.name)) {
                tell(() -> seals.remove(seal.name), GONE + ' ' + seal.name);
            }
        }
    }

    private void seal(String name, JournalFile file, JournalImpl journal) throws IOException {
        try {
            Seal seal = new Seal(name, file.getFileID(), JournalSums.sum(home.resolve(name)));
            if (Arrays.asList(journal.getDataFiles()).contains(file)) {
                tell(() -> seals.put(name, seal), seal.line());
            }
        } catch (NoSuchFileException e) {
            // It was deleted meanwhile.
        }
    }

    private void tell(Runnable change, String line) {
        synchronized (this) {
            change.run();
        }
        log.append(line, false);
    }

    private void endLog() {
        try {
            log.end();
        } catch (MillraceException e) {
            // What is in the file stays true.
            LOG.warn("{} {}", e.code().id(), e.getMessage());
        }
    }

    /** Ends before the journals are closed. */
    @Override
    public void close() {
        end.countDown();
        if (thread != null) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            endLog();
        }
    }
}
