package io.millrace.store.xa;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.state.InputBuffer;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.arjuna.state.OutputBuffer;
import com.arjuna.ats.arjuna.state.OutputObjectState;
import com.arjuna.ats.internal.arjuna.common.UidHelper;
import com.arjuna.ats.internal.arjuna.objectstore.hornetq.HornetqJournalEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.hornetq.HornetqJournalStore;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.store.journal.FileCheck;
import io.millrace.store.journal.SummedFileFactory;

import org.apache.activemq.artemis.core.io.IOCriticalErrorListener;
import org.apache.activemq.artemis.core.journal.RecordInfo;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A store of records in an Artemis journal, like Narayana's own store, with detection of disk
 * failures. Each record is forced to disk. An Artemis journal treats a record as written although
 * its file could not be written, and reports that only to a listener. After such a failure nothing
 * more is written. It is unknown whether the last decision is on disk. So its branches must neither
 * be committed nor rolled back until the next start has read the journal. Safe for use by several
 * threads.
 */
final class DecisionJournal extends HornetqJournalStore {

    private static final byte RECORD = 0;
    private static final int NANOS = 1_000_000_000;

    private final Path folder;
    private final FileCheck files;
    private final JournalImpl journal;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<String, Map<Uid, RecordInfo>> types = new ConcurrentHashMap<>();
    private volatile Throwable failure;

    DecisionJournal(Path folder, HornetqJournalEnvironmentBean settings) throws IOException {
        super(settings);
        this.folder = folder;
        files = FileCheck.open(folder.getParent(), Map.of("journal", ".txlog"), true, false);
        files.ledger().add(folder.resolveSibling(NarayanaCoordinator.NODE));
        journal =
                new JournalImpl(
                        settings.getFileSize(),
                        settings.getMinFiles(),
                        settings.getPoolSize(),
                        settings.getCompactMinFiles(),
                        settings.getCompactPercentage(),
                        SummedFileFactory.ofJournal(
                                files.ledger(),
                                folder.toFile(),
                                settings.getBufferSize(),
                                NANOS / settings.getBufferFlushesPerSecond(),
                                null),
                        settings.getFilePrefix(),
                        settings.getFileExtension(),
                        1);
        journal.setCriticalErrorListener(listener());
        journal.replaceableRecord(RECORD);
        journal.setRemoveExtraFilesOnLoad(true);
    }

    private IOCriticalErrorListener listener() {
        return new IOCriticalErrorListener() {
            @Override
            public boolean isPreviouslyFailed() {
                return failure != null;
            }

            @Override
            public void onIOException(Throwable cause, String message, String file) {
                if (failure == null) {
                    failure = cause;
                }
            }
        };
    }

    /**
     * Checks that the disk has not failed.
     *
     * @throws MillraceException with STORE_NOT_WRITABLE
     */
    void check() {
        Throwable failed = failure;
        if (failed != null) {
            throw new MillraceException(
                    ErrorCode.STORE_NOT_WRITABLE,
                    """
                    the log of coordinated units of work in %s cannot be written: %s; prepared \
                    units remain prepared, and no unit can begin, until the process is restarted \
                    with a working disk\
                    """
                            .formatted(folder, failed.getMessage()),
                    failed);
        }
    }

    @Override
    public void start() throws Exception {
        journal.start();
        List<RecordInfo> records = new ArrayList<>();
        lastId.set(journal.load(records, new ArrayList<>(), (id, added, deleted) -> {}).getMaxID());
        for (RecordInfo record : records) {
            InputBuffer in = new InputBuffer(record.data);
            Uid unit = UidHelper.unpackFrom(in);
            of(in.unpackString()).put(unit, record);
        }
    }

    @Override
    public void stop() throws Exception {
        journal.stop();
        if (failure == null) {
            files.ledger().closeOrderly();
        }
    }

    private Map<Uid, RecordInfo> of(String type) {
        return types.computeIfAbsent(type, t -> new ConcurrentHashMap<>());
    }

    @Override
    public boolean write_committed(Uid unit, String type, OutputObjectState state)
            throws ObjectStoreException {
        check();
        try {
            OutputBuffer out = new OutputBuffer();
            UidHelper.packInto(unit, out);
            out.packString(type);
            out.packBytes(state.buffer());
            byte[] data = out.buffer();
            RecordInfo before = of(type).get(unit);
            long id = before == null ? lastId.incrementAndGet() : before.id;
            if (before == null) {
                journal.appendAddRecord(id, RECORD, data, true);
            } else {
                journal.appendUpdateRecord(id, RECORD, data, true);
            }
            check();
            of(type).put(unit, new RecordInfo(id, RECORD, data, false, true, (short) 0));
            return true;
        } catch (MillraceException unknown) {
            throw unknown;
        } catch (Exception e) {
            check();
            throw new ObjectStoreException(e);
        }
    }

    /**
     * Removes a decision without forcing. If the decision reappears after a loss of power, its
     * branches have already ended.
     */
    @Override
    public boolean remove_committed(Uid unit, String type) throws ObjectStoreException {
        RecordInfo record = of(type).remove(unit);
        if (record == null) {
            return false;
        }
        try {
            journal.tryAppendDeleteRecord(record.id, false, null, null);
            return true;
        } catch (Exception e) {
            throw new ObjectStoreException(e);
        }
    }

    @Override
    public InputObjectState read_committed(Uid unit, String type) throws ObjectStoreException {
        RecordInfo record = of(type).get(unit);
        if (record == null) {
            return null;
        }
        try {
            InputBuffer in = new InputBuffer(record.data);
            UidHelper.unpackFrom(in);
            in.unpackString();
            return new InputObjectState(unit, type, in.unpackBytes());
        } catch (IOException e) {
            throw new ObjectStoreException(e);
        }
    }

    @Override
    public boolean contains(Uid unit, String type) {
        return of(type).containsKey(unit);
    }

    @Override
    public String[] getKnownTypes() {
        return types.keySet().toArray(String[]::new);
    }

    @Override
    public Uid[] getUidsForType(String type) {
        return of(type).keySet().toArray(Uid[]::new);
    }
}
