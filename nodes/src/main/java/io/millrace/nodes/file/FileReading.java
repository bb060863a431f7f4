package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.QueueInput;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.nodes.file.FilePosition.Status;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The FileInput node of one instance. It claims one file after the other and reads their records.
 *
 * <p>The state of the node contains the owner of claimed files, which is part of their names, and
 * the position in each of them. A claimed file without a position begins at its first record. The
 * position of an ended file remains until the file was moved, so a file is never read twice.
 */
final class FileReading implements QueueInput {

    static final String END_OF_DATA = "endOfData";

    private static final Logger LOG = EventLog.of(FileReading.class);
    private static final String OWNER = "owner";
    private static final int OWNER_BYTES = 8;

    /** Maximum number of positions that are removed in a unit. */
    private static final int MAX_REMOVED = 500;

    /** Size of the records from which a unit accepts no further record. */
    private static final long MAX_UNIT_BYTES = 4 << 20;

    private final NodeContext context;
    private final FileInputSettings settings;
    private final State state;
    private final Terminal endOfData;
    private final Object monitor = new Object();

    /** Files with work of the open unit, and the file that is being read. */
    private final List<InputFile> held = new ArrayList<>();

    /** Files to open: first after a rollback, then those of ended instances, then new ones. */
    private final Deque<InputFile> again = new ArrayDeque<>();

    private final Deque<Path> resumed = new ArrayDeque<>();
    private final Deque<InputFolder.Found> found = new ArrayDeque<>();

    /** Records of the open unit. */
    private final List<FileDelivery> delivered = new ArrayList<>();

    private long unitBytes;
    private String owner = "";
    private InputFile current;
    private long nextSearch = System.nanoTime();
    private String lastFailure = "";

    /** Whether files may be available. Other threads read it. */
    private volatile boolean hasWaiting = true;

    // Guarded by the monitor.
    private boolean woken;

    FileReading(NodeContext context, FileInputSettings settings) {
        this.context = context;
        this.settings = settings;
        endOfData = context.terminal(END_OF_DATA);
        state =
                context.state(
                        "positions/" + context.application() + "/" + context.label(),
                        StateLimits.DEFAULT);
    }

    NodeContext context() {
        return context;
    }

    FileInputSettings settings() {
        return settings;
    }

    @Override
    public Delivery receive(long timeoutMillis) {
        if (unitBytes >= MAX_UNIT_BYTES) {
            return null;
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (true) {
            FileDelivery delivery = next(context.unit().isEmpty());
            if (delivery != null) {
                delivered.add(delivery);
                unitBytes += delivery.size();
                return delivery;
            }
            if (!await(deadline)) {
                return null;
            }
        }
    }

    /**
     * Returns the next record.
     *
     * @param isFree whether the unit is empty; the node can then commit changes of its state
     */
    private FileDelivery next(boolean isFree) {
        while (true) {
            if (current == null) {
                current = open(isFree);
            }
            if (current == null) {
                return null;
            }
            FileDelivery delivery = current.next(this);
            if (delivery != null) {
                return delivery;
            }
            current.closeReader();
            InputFile ended = current;
            current = null;
            if (delivered.isEmpty()) {
                commitState();
                finish(ended);
            }
        }
    }

    private InputFile open(boolean isFree) {
        if (isFree && found.isEmpty() && nextSearch - System.nanoTime() <= 0) {
            search();
        }
        while (true) {
            InputFile file = isFree || resumed.isEmpty() ? take() : null;
            if (file == null) {
                return null;
            }
            if (!held.contains(file)) {
                held.add(file);
            }
            file.open(isFree ? this::commitState : () -> {});
            if (file.status() == Status.READING) {
                return file;
            }
            finish(file);
        }
    }

    /** Returns the next file, which this instance then owns; null for none. */
    private InputFile take() {
        if (!again.isEmpty()) {
            return again.remove();
        }
        while (!resumed.isEmpty()) {
            Path path = resumed.remove();
            if (OpenFiles.acquire(path)) {
                if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    return file(path, true);
                }
                OpenFiles.release(path);
            }
        }
        while (!found.isEmpty()) {
            InputFolder.Found next = found.remove();
            Path claimed =
                    settings.folder()
                            .claimed(next, owner, InputFolder.TIMESTAMP.format(Instant.now()));
            if (OpenFiles.acquire(claimed)) {
                boolean isClaimed = false;
                try {
                    isClaimed = settings.folder().claim(next, claimed);
                } finally {
                    if (!isClaimed) {
                        OpenFiles.release(claimed);
                    }
                }
                if (isClaimed) {
                    return file(claimed, false);
                }
            }
        }
        return null;
    }

    private InputFile file(Path path, boolean isResumed) {
        return new InputFile(
                path,
                settings,
                state,
                context.limits().messageBytes(),
                isResumed,
                endOfData.isWired());
    }

    /** Searches the folder for files to resume and to claim. */
    private void search() {
        if (owner.isEmpty()) {
            owner = owner();
        }
        for (Path path : settings.folder().claimedBy(owner)) {
            if (!OpenFiles.isOpen(path)) {
                resumed.add(path);
            }
        }
        InputFolder.Search search = settings.folder().search();
        found.addAll(search.files());
        long wait = settings.pollMillis();
        if (search.hasYoung()) {
            wait = Math.min(wait, Math.max(1, settings.folder().minimumAgeMillis() / 2));
        }
        boolean isIdle = found.isEmpty() && resumed.isEmpty();
        hasWaiting = !isIdle || search.hasYoung();
        nextSearch = System.nanoTime() + (isIdle ? TimeUnit.MILLISECONDS.toNanos(wait) : 0);
        removePositions();
    }

    /** Returns the owner of the claimed files. It is created with the state. */
    private String owner() {
        StateRecord record = state.get(OWNER);
        if (record == null) {
            byte[] random = new byte[OWNER_BYTES];
            new SecureRandom().nextBytes(random);
            record = new StateRecord(OWNER, Bytes.utf8(HexFormat.of().formatHex(random)));
            state.put(record);
        }
        commitState();
        return record.value().text(StandardCharsets.UTF_8);
    }

    /** Removes the positions in files that were moved or deleted. */
    private void removePositions() {
        List<String> removed =
                state.records().stream()
                        .map(StateRecord::key)
                        .filter(key -> !key.equals(OWNER))
                        .filter(key -> !OpenFiles.isOpen(Path.of(key)))
                        .filter(key -> !Files.exists(Path.of(key), LinkOption.NOFOLLOW_LINKS))
                        .limit(MAX_REMOVED)
                        .toList();
        if (!removed.isEmpty()) {
            removed.forEach(state::remove);
            commitState();
        }
    }

    /** Commits changes of the state in a unit that contains nothing else. */
    private void commitState() {
        context.unit().commit();
    }

    /** Waits for the next search. Returns false if the deadline has passed or a wake ended it. */
    private boolean await(long deadline) {
        boolean isFree = context.unit().isEmpty();
        synchronized (monitor) {
            while (true) {
                long now = System.nanoTime();
                long left = deadline - now;
                if (woken || left <= 0) {
                    woken = false;
                    return false;
                }
                if (isFree && nextSearch - now <= 0) {
                    return true;
                }
                long wait = isFree ? Math.min(left, nextSearch - now) : left;
                try {
                    TimeUnit.NANOSECONDS.timedWait(monitor, Math.max(1_000_000, wait));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
        }
    }

    /** Ends all records of the unit. Called once for each of them. */
    void ended(boolean committed, MillraceException failure) {
        if (delivered.isEmpty()) {
            return;
        }
        if (committed) {
            for (InputFile file : List.copyOf(held)) {
                file.committed();
                if (file.status() != Status.READING) {
                    finish(file);
                }
            }
        } else {
            rollBack(failure);
        }
        delivered.clear();
        unitBytes = 0;
    }

    private void rollBack(MillraceException failure) {
        FileDelivery first = delivered.getFirst();
        boolean isCounted =
                delivered.size() == 1
                        && failure != null
                        && !UnitOfWork.isPassing(failure)
                        && !context.isStopped();
        if (isCounted) {
            first.file().backedOut(first.backoutCount() + 1);
        }
        held.forEach(InputFile::closeReader);
        again.clear();
        again.addAll(held);
        current = null;
    }

    /** Moves or deletes a file that has ended. If this fails, a later search tries it again. */
    private void finish(InputFile file) {
        if (file == current) {
            current = null;
        }
        try {
            file.finish();
            lastFailure = "";
        } catch (IOException e) {
            failed(file, e);
        }
        release(file);
    }

    private void failed(InputFile file, IOException e) {
        String text =
                "%s was processed, but %s cannot be moved or deleted: %s; it is tried again"
                        .formatted(file.original(), file.path(), FileErrors.reason(e));
        if (!text.equals(lastFailure)) {
            lastFailure = text;
            LOG.error("{} {}: {}", ErrorCode.FILE_NODE.id(), context.label(), text);
        }
        nextSearch = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.pollMillis());
    }

    private void release(InputFile file) {
        held.remove(file);
        again.remove(file);
        OpenFiles.release(file.path());
    }

    @Override
    public Delivery accept(QueueMessage message) {
        return new AcceptedRecord(this, message.body());
    }

    /** A record that was not read from a file. */
    private record AcceptedRecord(FileReading reading, Bytes body) implements Delivery {
        @Override
        public int size() {
            return body.length();
        }

        @Override
        public MessageAssembly assemble() {
            return assemble(reading.settings.defaults().transactional(false));
        }

        @Override
        public MessageAssembly assembleRaw() {
            return assemble(FileDelivery.RAW);
        }

        private MessageAssembly assemble(Defaults defaults) {
            return MessageAssembly.of(
                    reading.context
                            .assembler()
                            .assemble(null, body, defaults, reading.context::note));
        }
    }

    @Override
    public boolean hasWaiting() {
        return hasWaiting;
    }

    @Override
    public void wake() {
        synchronized (monitor) {
            woken = true;
            monitor.notifyAll();
        }
    }

    @Override
    public void close() {
        for (InputFile file : List.copyOf(held)) {
            try {
                file.closeReader();
                file.withdrawAttempt(this::commitState);
            } catch (RuntimeException e) {
                LOG.debug("the attempt to read {} is counted", file.path(), e);
            }
            release(file);
        }
        state.close();
    }
}
