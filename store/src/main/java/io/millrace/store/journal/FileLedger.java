package io.millrace.store.journal;

import io.millrace.engine.error.EventLog;

import org.apache.activemq.artemis.core.journal.impl.JournalImpl;
import org.slf4j.Logger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A memory-mapped list of the files below a folder, with the length and the checksum of the data
 * written to each. The page cache keeps the ledger when the process is killed. If the machine has
 * not been restarted since then, a difference from the ledger is damage. Data after the recorded
 * length is from an interrupted write that was never acknowledged.
 *
 * <p>The ledger itself is forced only when it is opened and closed. After a loss of power, it is
 * therefore older than the files, and can list files that have since been deleted. However, files
 * only grow, and an entry marked as forced was written after its file was forced. The bytes of such
 * an entry must exist unless a journal file was reused, which the file's number shows.
 *
 * <p>Entries are changed by the thread that writes their file. All other methods are safe for use
 * by several threads.
 */
public final class FileLedger implements AutoCloseable {

    /** Name of the ledger in its folder. */
    public static final String FILE = "files.ledger";

    static final int SEGMENT_BYTES = 1 << 20;
    static final int BOOT_AT = 16;
    static final int BOOT_BYTES = 64;

    private static final Logger LOG = EventLog.of(FileLedger.class);
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final long MAGIC = 0x4d524c4544474552L;
    private static final int STATE_AT = 8;
    private static final int SEGMENTS_AT = 12;
    private static final int RUNNING = 1;
    private static final int CLOSED = 2;

    /** File extensions of the journals whose file headers contain the number of the current use. */
    private static final Set<String> NUMBERED = Set.of("amq", "bindings", "txlog");

    private final Path folder;
    private final FileChannel channel;
    private final List<MappedByteBuffer> segments = new ArrayList<>();
    private final Map<String, LedgerEntry> entries = new HashMap<>();
    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private final String boot;
    private boolean readable;
    private boolean closed;
    private boolean sameBoot;
    private volatile boolean failed;

    /**
     * A file that differs from the written data.
     *
     * @param name name relative to the folder of the ledger
     * @param file path of the file
     * @param what predicate of the error message, for example "is missing"
     */
    public record Damage(String name, Path file, String what) {}

    private FileLedger(Path folder, FileChannel channel, String boot) {
        this.folder = folder;
        this.channel = channel;
        this.boot = boot;
    }

    /** Opens the ledger of a folder. Nothing is changed before {@link #begin}. */
    public static FileLedger open(Path folder) throws IOException {
        FileLedger ledger =
                new FileLedger(
                        folder.toAbsolutePath(),
                        FileChannel.open(
                                folder.resolve(FILE),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE),
                        Files.isReadable(BOOT_ID) ? Files.readString(BOOT_ID).strip() : "");
        ledger.read();
        return ledger;
    }

    private void read() throws IOException {
        long size = channel.size();
        if (size < SEGMENT_BYTES) {
            return;
        }
        MappedByteBuffer first = map(0);
        long listed = (long) first.getInt(SEGMENTS_AT) * SEGMENT_BYTES;
        int state = first.getInt(STATE_AT);
        if (first.getLong(0) != MAGIC || state < RUNNING || state > CLOSED || listed > size) {
            return;
        }
        readable = true;
        closed = state == CLOSED;
        byte[] id = new byte[BOOT_BYTES];
        first.get(BOOT_AT, id);
        String writtenAt = new String(id, StandardCharsets.US_ASCII).strip();
        sameBoot = !boot.isEmpty() && boot.equals(writtenAt.replace("\0", ""));
        for (int i = 0; i < listed / SEGMENT_BYTES; i++) {
            addSegment(i == 0 ? first : map(i));
        }
    }

    private MappedByteBuffer map(int segment) throws IOException {
        return channel.map(
                FileChannel.MapMode.READ_WRITE, (long) segment * SEGMENT_BYTES, SEGMENT_BYTES);
    }

    private void addSegment(MappedByteBuffer segment) {
        int from = segments.isEmpty() ? LedgerEntry.BYTES : 0;
        segments.add(segment);
        for (int at = from; at < SEGMENT_BYTES; at += LedgerEntry.BYTES) {
            ByteBuffer bytes = segment.slice(at, LedgerEntry.BYTES);
            LedgerEntry entry = LedgerEntry.read(this, bytes);
            if (entry == null) {
                free.add(bytes);
            } else {
                entries.put(entry.name(), entry);
            }
        }
    }

    Path folder() {
        return folder;
    }

    /** Whether an earlier process left a readable ledger. */
    public boolean isReadable() {
        return readable;
    }

    /**
     * Whether the previous process closed the ledger, which it does after closing and forcing the
     * files.
     */
    public boolean isClosed() {
        return closed;
    }

    /** Whether the ledger was written since the last start of the machine. */
    public boolean isSameBoot() {
        return sameBoot;
    }

    /** Compares all files with their entries. Each file is read once. */
    public List<Damage> check() {
        return entries.values().parallelStream()
                .map(this::check)
                .filter(damage -> damage != null)
                .sorted((a, b) -> a.name().compareTo(b.name()))
                .toList();
    }

    private Damage check(LedgerEntry entry) {
        FileState state = entry.state(!sameBoot);
        Path file = folder.resolve(entry.name());
        String what = null;
        try {
            if (state == null || isReused(state, file)) {
                return null;
            }
            if (!Files.exists(file)) {
                what = state.isOptional() || !sameBoot && !closed ? null : "is missing";
            } else if (Files.size(file) < state.length()) {
                what =
                        "is too short: it has "
                                + Files.size(file)
                                + " bytes, and "
                                + state.length()
                                + " were written";
            } else if (FileSum.of(file, state.length()) != state.sum()) {
                what =
                        "has changed: its first "
                                + state.length()
                                + " bytes differ from the data written";
            }
        } catch (IOException e) {
            what = "cannot be read (" + e.getMessage() + ")";
        }
        return what == null ? null : new Damage(entry.name(), file, what);
    }

    /** Whether a journal file got a new number after its entry reached the disk. */
    private boolean isReused(FileState state, Path file) throws IOException {
        String name = file.getFileName().toString();
        return !sameBoot
                && !closed
                && NUMBERED.contains(name.substring(name.lastIndexOf('.') + 1))
                && Files.exists(file)
                && FileSum.head(file) > state.head();
    }

    /** Returns the names of the checked files of a journal, except the last file. */
    public Set<String> settled(String below) {
        List<LedgerEntry> known =
                entries.values().stream()
                        .filter(e -> e.name().startsWith(below + '/') && isKnown(e))
                        .toList();
        long last =
                known.stream()
                        .filter(e -> e.state(false).length() > JournalImpl.SIZE_HEADER)
                        .mapToLong(e -> e.state(false).head())
                        .max()
                        .orElse(0);
        return known.stream()
                .filter(e -> e.state(false).head() < last)
                .map(e -> e.name().substring(below.length() + 1))
                .collect(Collectors.toSet());
    }

    private boolean isKnown(LedgerEntry entry) {
        FileState state = entry.state(false);
        return state != null && state.equals(entry.state(!sameBoot));
    }

    /**
     * Starts to record the files of this process. Files of the previous process remain listed if
     * their entries are reliable.
     *
     * @param damaged damaged files, whose entries are no longer valid
     */
    public void begin(Collection<Damage> damaged) throws IOException {
        if (!readable) {
            segments.clear();
            entries.clear();
            free.clear();
            channel.truncate(0);
            grow();
        }
        damaged.forEach(damage -> remove(damage.name()));
        for (LedgerEntry entry : List.copyOf(entries.values())) {
            FileState state = entry.state(!sameBoot);
            Path file = folder.resolve(entry.name());
            if (state == null || !Files.exists(file) || isReused(state, file)) {
                remove(entry.name());
            } else {
                entry.reset(state.required());
            }
        }
        segments.forEach(MappedByteBuffer::force);
        writeHeader(RUNNING);
    }

    private void writeHeader(int state) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(BOOT_AT + BOOT_BYTES);
        header.putLong(MAGIC).putInt(state).putInt(segments.size());
        header.put(boot.getBytes(StandardCharsets.US_ASCII));
        channel.write(header.rewind(), 0);
        channel.force(true);
    }

    /**
     * Extends the file without holes, because writing an entry to a hole could fail if the disk is
     * full.
     */
    private void grow() throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(SEGMENT_BYTES);
        long at = (long) segments.size() * SEGMENT_BYTES;
        while (zeros.hasRemaining()) {
            channel.write(zeros, at + zeros.position());
        }
        addSegment(map(segments.size()));
        segments.getFirst().putInt(SEGMENTS_AT, segments.size());
    }

    /** Returns the entry of a file that is being written; null if the ledger has failed. */
    synchronized LedgerEntry entry(Path file) {
        String name = name(file);
        LedgerEntry known = entries.get(name);
        if (known != null || failed || !isListed(name)) {
            return known;
        }
        try {
            if (free.isEmpty()) {
                grow();
            }
            LedgerEntry made = LedgerEntry.create(this, free.remove(), name);
            entries.put(name, made);
            return made;
        } catch (IOException | InternalError e) {
            fail(e);
            return null;
        }
    }

    /**
     * Whether files with a name are listed. Control files of compactions are not listed, because
     * they exist only for milliseconds and their names are reused.
     */
    private static boolean isListed(String name) {
        return name.length() <= LedgerEntry.MAX_NAME_BYTES && !name.endsWith(".ctr");
    }

    /** Returns the listed state of a file; null if it is not listed. */
    synchronized FileState state(Path file) {
        LedgerEntry entry = entries.get(name(file));
        return entry == null ? null : entry.state(false);
    }

    /** Whether a listed file of a journal has the given number. */
    synchronized boolean isUsed(Path journal, long number) {
        return entries.values().stream()
                .filter(e -> folder.resolve(e.name()).getParent().equals(journal))
                .map(e -> e.state(false))
                .anyMatch(s -> s != null && s.head() == number);
    }

    /** Replaces a whole file and lists it again. */
    public void replace(Path file, Runnable write) {
        remove(file);
        write.run();
        try {
            add(file);
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Lists a complete file that was not written by {@link ChecksumFile}. */
    public void add(Path file) throws IOException {
        LedgerEntry entry = entry(file);
        if (entry != null) {
            long length = Files.size(file);
            entry.write(new FileState(length, FileSum.of(file, length), 0, 0));
        }
    }

    /** Removes the entry of a file that is about to be deleted or overwritten. */
    void remove(Path file) {
        remove(name(file));
    }

    private synchronized void remove(String name) {
        LedgerEntry entry = entries.remove(name);
        if (entry != null && !failed) {
            free.add(entry.clear());
        }
    }

    /** Removes the entries of a folder that is about to be deleted. */
    public synchronized void removeBelow(Path below) {
        String start = name(below) + '/';
        Set<String> names = new TreeSet<>(entries.keySet());
        names.stream().filter(name -> name.startsWith(start)).forEach(this::remove);
    }

    private String name(Path file) {
        return folder.relativize(file.toAbsolutePath()).toString();
    }

    /** Ends the ledger after a failure, because its entries would no longer match the files. */
    void fail(Throwable cause) {
        if (!failed) {
            failed = true;
            LOG.warn(
                    """
                    the ledger {} cannot be written ({}): until the next start, damage of files \
                    is not detected; check the disk\
                    """,
                    folder.resolve(FILE),
                    cause.getMessage());
            try {
                Files.deleteIfExists(folder.resolve(FILE));
            } catch (IOException e) {
                LOG.warn("delete the ledger {}: {}", folder.resolve(FILE), e.getMessage());
            }
        }
    }

    boolean hasFailed() {
        return failed;
    }

    /** Closes the ledger after all files were closed and forced. */
    public void closeOrderly() throws IOException {
        if (!failed) {
            segments.forEach(MappedByteBuffer::force);
            writeHeader(CLOSED);
        }
        close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
