package io.millrace.store.xa;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.objectstore.ObjectStoreAPI;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.arjuna.state.OutputObjectState;
import com.arjuna.ats.internal.arjuna.objectstore.hornetq.HornetqJournalEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.hornetq.HornetqObjectStoreAdaptor;

import java.io.IOException;
import java.io.SyncFailedException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The log of Narayana's commit decisions: an Artemis journal in the folder of the open coordinator.
 * Each write is forced; units that end at the same time share a forced write. Narayana creates one
 * log for the life of the process, but each opened coordinator can have another folder. The class
 * is public because Narayana creates it by its class name.
 */
public final class TransactionLog implements ObjectStoreAPI {

    /** Maximum number of journal writes per second, if there are records to write. */
    private static final int FLUSHES_PER_SECOND = 5_000;

    private static volatile ObjectStoreAPI journal;
    private static volatile DecisionJournal disk;

    /** Units whose decision is safe in a store and which Narayana has not finished. */
    private static final Map<Uid, DecidedUnit> DECIDED = new ConcurrentHashMap<>();

    /**
     * A unit that a store has decided.
     *
     * @param skipped whether Narayana has written the decision, which the log does not need
     */
    private record DecidedUnit(Runnable forget, boolean skipped) {}

    static void open(Path folder) throws IOException {
        HornetqJournalEnvironmentBean settings = new HornetqJournalEnvironmentBean();
        settings.setStoreDir(folder.toString());
        settings.setAsyncIO(false);
        settings.setSyncWrites(true);
        settings.setBufferFlushesPerSecond(FLUSHES_PER_SECOND);
        DecisionJournal decisions = new DecisionJournal(folder, settings);
        ObjectStoreAPI opened = new HornetqObjectStoreAdaptor(decisions);
        opened.start();
        disk = decisions;
        journal = opened;
    }

    /**
     * Checks that decisions can still be written.
     *
     * @throws io.millrace.engine.error.MillraceException with STORE_NOT_WRITABLE
     */
    static void check() {
        DecisionJournal open = disk;
        if (open != null) {
            open.check();
        }
    }

    static void shut() {
        ObjectStoreAPI closing = journal;
        journal = null;
        disk = null;
        if (closing != null) {
            closing.stop();
        }
    }

    /**
     * Registers that a store has decided to commit a unit. The first record of Narayana for the
     * unit is not needed and therefore not written. A second record is written, because it means
     * that the commit did not reach all branches. After the second record, or when Narayana has
     * finished the unit, the store no longer needs the decision.
     */
    static void decided(Uid unit, Runnable forget) {
        DECIDED.put(unit, new DecidedUnit(forget, false));
    }

    /**
     * Registers that Narayana has finished a unit or failed to finish it. If the record of a unit
     * was neither removed nor written permanently, the store must keep its decision.
     */
    static void ended(Uid unit) {
        DecidedUnit decided = DECIDED.remove(unit);
        if (decided != null && !decided.skipped()) {
            decided.forget().run();
        }
    }

    private static ObjectStoreAPI journal() throws ObjectStoreException {
        ObjectStoreAPI open = journal;
        if (open == null) {
            throw new ObjectStoreException("the coordinator is closed");
        }
        return open;
    }

    /**
     * Does nothing, because the journal was started when the folder was opened. Narayana calls this
     * method when it creates the log.
     */
    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public String getStoreName() {
        return "Millrace";
    }

    @Override
    public boolean fullCommitNeeded() {
        return true;
    }

    @Override
    public void sync() throws SyncFailedException, ObjectStoreException {
        journal().sync();
    }

    @Override
    public boolean write_committed(Uid unit, String type, OutputObjectState state)
            throws ObjectStoreException {
        DecidedUnit decided = DECIDED.get(unit);
        if (decided != null && !decided.skipped()) {
            DECIDED.put(unit, new DecidedUnit(decided.forget(), true));
            return true;
        }
        boolean written = journal().write_committed(unit, type, state);
        if (decided != null && written) {
            DECIDED.remove(unit);
            decided.forget().run();
        }
        return written;
    }

    @Override
    public boolean remove_committed(Uid unit, String type) throws ObjectStoreException {
        DecidedUnit decided = DECIDED.remove(unit);
        if (decided != null) {
            decided.forget().run();
            return true;
        }
        return journal().remove_committed(unit, type);
    }

    @Override
    public InputObjectState read_committed(Uid unit, String type) throws ObjectStoreException {
        return journal().read_committed(unit, type);
    }

    @Override
    public boolean write_uncommitted(Uid unit, String type, OutputObjectState state)
            throws ObjectStoreException {
        return journal().write_uncommitted(unit, type, state);
    }

    @Override
    public boolean remove_uncommitted(Uid unit, String type) throws ObjectStoreException {
        return journal().remove_uncommitted(unit, type);
    }

    @Override
    public InputObjectState read_uncommitted(Uid unit, String type) throws ObjectStoreException {
        return journal().read_uncommitted(unit, type);
    }

    @Override
    public boolean commit_state(Uid unit, String type) throws ObjectStoreException {
        return journal().commit_state(unit, type);
    }

    @Override
    public boolean hide_state(Uid unit, String type) throws ObjectStoreException {
        return journal().hide_state(unit, type);
    }

    @Override
    public boolean reveal_state(Uid unit, String type) throws ObjectStoreException {
        return journal().reveal_state(unit, type);
    }

    @Override
    public int currentState(Uid unit, String type) throws ObjectStoreException {
        return journal().currentState(unit, type);
    }

    @Override
    public boolean isType(Uid unit, String type, int state) throws ObjectStoreException {
        return journal().isType(unit, type, state);
    }

    @Override
    public boolean allObjUids(String type, InputObjectState found, int state)
            throws ObjectStoreException {
        return journal().allObjUids(type, found, state);
    }

    @Override
    public boolean allObjUids(String type, InputObjectState found) throws ObjectStoreException {
        return journal().allObjUids(type, found);
    }

    @Override
    public boolean allTypes(InputObjectState found) throws ObjectStoreException {
        return journal().allTypes(found);
    }
}
