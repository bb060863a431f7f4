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
import io.millrace.engine.work.UnitOfWork;
import io.millrace.nodes.file.FilePosition.Status;

import org.slf4j.Logger;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The FileInput node of one instance. It claims files one after another and reads their records.
 *
 * <p>The state of the node contains the position in each claimed file. The names of claimed files
 * begin with the identifier of the state. A claimed file without a position begins at its first
 * record. The position of an ended file remains until the file was moved, so a file is never read
 * twice.
 */
final class FileReading implements QueueInput {

    static final String END_OF_DATA = "endOfData";

    private static final Logger LOG = EventLog.of(FileReading.class);

    /** Total size of the records of a unit from which it accepts no further record. */
    private static final long MAX_UNIT_BYTES = 4 << 20;

    private final NodeContext context;
    private final FileInputSettings settings;
    private final State state;
    private final Terminal endOfData;
    private final Object monitor = new Object();

    /** Files with work of the open unit, and the file that is being read. */
    private final List<InputFile> held = new ArrayList<>();

    /** Whether a file is held. Read by other threads. */
    private volatile boolean isHolding;

    /** Files to open again after a rollback, before other files. */
    private final Deque<InputFile> again = new ArrayDeque<>();

    private final FileClaims claims;

    /** Files of a server; null for none. */
    private final RemoteInput remote;

    /** Records of the open unit. */
    private final List<FileDelivery> delivered = new ArrayList<>();

    private long unitBytes;
    private InputFile current;
    private String lastFailure = "";

    // Guarded by the monitor.
    private boolean woken;

    FileReading(NodeContext context, FileInputSettings settings) {
        this.context = context;
        this.settings = settings;
        endOfData = context.terminal(END_OF_DATA);
        remote =
                settings.remote() == null
                        ? null
                        : new RemoteInput(context, settings.remote(), settings.folder());
        state =
                context.state(
                        "positions/" + context.application() + "/" + context.label(),
                        StateLimits.DEFAULT);
        claims = new FileClaims(context, settings, state, remote);
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
        if (isFree) {
            claims.searchIfDue();
        }
        while (true) {
            InputFile file = isFree || !claims.needsOwnUnit() ? take() : null;
            if (file == null) {
                return null;
            }
            if (!held.contains(file)) {
                held.add(file);
                isHolding = true;
            }
            file.open(isFree ? this::commitState : () -> {});
            if (file.status() == Status.READING) {
                return file;
            }
            finish(file);
        }
    }

    private InputFile take() {
        return again.isEmpty() ? claims.next(endOfData.isWired()) : again.remove();
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
                long left = deadline - System.nanoTime();
                if (woken || left <= 0) {
                    woken = false;
                    return false;
                }
                long untilSearch = claims.untilSearch();
                if (isFree && untilSearch <= 0) {
                    return true;
                }
                long wait = isFree ? Math.min(left, untilSearch) : left;
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

    /**
     * Moves or deletes a file that was read completely. If this fails, a later search retries it.
     */
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
        claims.delaySearch();
    }

    private void release(InputFile file) {
        held.remove(file);
        isHolding = !held.isEmpty();
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
        return isHolding || claims.hasWaiting();
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
        if (remote != null) {
            remote.close();
        }
        state.close();
    }
}
