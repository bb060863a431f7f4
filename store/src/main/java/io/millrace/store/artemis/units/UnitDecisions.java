package io.millrace.store.artemis.units;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.store.xa.Decision;
import io.millrace.store.xa.Decisions;

import org.apache.activemq.artemis.api.core.Pair;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.persistence.StorageManager;
import org.apache.activemq.artemis.core.persistence.impl.journal.JournalRecordIds;
import org.apache.activemq.artemis.core.persistence.impl.journal.codec.DuplicateIDEncoding;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.slf4j.Logger;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The decisions of coordinated units in an embedded broker. Each decision is a record in the
 * journal of the broker, written within the transaction of the unit's gets and puts. The commit of
 * the transaction therefore makes both safe, or neither.
 *
 * <p>The records are duplicate detection records of Artemis, for an address that no client can use.
 * Artemis reads them when it starts and does not change them afterwards. This class deletes a
 * record when the branches of its unit have ended, so the number of records is at most the number
 * of units in progress. Safe for use by several threads.
 */
public final class UnitDecisions implements Decisions {

    private static final Logger LOG = EventLog.of(UnitDecisions.class);

    public static final SimpleString ADDRESS = SimpleString.of(UnitRequests.PREFIX + "decisions");

    /** Maximum number of records that Artemis reads: the last records. */
    public static final int MAX_COUNT = 100_000;

    /**
     * @param transaction transaction of the decision; null if the decision is known to be safe
     */
    private record Open(Decision decision, long record, Transaction transaction) {}

    private final ActiveMQServer server;
    private final Supplier<MillraceException> failure;
    private final Map<String, Open> open = new ConcurrentHashMap<>();

    private UnitDecisions(ActiveMQServer server, Supplier<MillraceException> failure) {
        this.server = server;
        this.failure = failure;
    }

    /**
     * Reads the decisions of a server that has just started.
     *
     * @param failure supplier that returns the failure of the disk, or null
     * @param journal folder of the journal
     */
    public static UnitDecisions read(
            ActiveMQServer server, Supplier<MillraceException> failure, Path journal)
            throws Exception {
        UnitDecisions read = new UnitDecisions(server, failure);
        for (Pair<byte[], Long> found :
                server.getPostOffice().getDuplicateIDCache(ADDRESS).getMap()) {
            Decision.of(found.getA())
                    .ifPresentOrElse(
                            d -> read.open.put(d.unit(), new Open(d, found.getB(), null)),
                            () -> read.delete(found.getB()));
        }
        if (!read.open.isEmpty() && server.getConfiguration().isJournalDatasync()) {
            force(journal);
        }
        return read;
    }

    /**
     * Forces the journal to disk, because a process that ended abnormally may have written records
     * without forcing them, and other resources are about to commit based on these records.
     */
    private static void force(Path journal) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(journal, "*.amq")) {
            for (Path file : files) {
                try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    written.force(true);
                }
            }
        }
    }

    private StorageManager storage() {
        return server.getStorageManager();
    }

    /** Returns the number of decisions that are kept. */
    public int size() {
        return open.size();
    }

    /**
     * Writes a decision within a transaction.
     *
     * @throws Exception if the decision cannot be written; then the transaction must be rolled back
     */
    public void add(Decision decision, Transaction transaction) throws Exception {
        if (open.size() >= MAX_COUNT) {
            throw new IllegalStateException(
                    open.size() + " units wait for resources that no longer exist");
        }
        long record = storage().generateID();
        open.put(decision.unit(), new Open(decision, record, transaction));
        storage()
                .storeDuplicateIDTransactional(
                        transaction.getID(), ADDRESS, decision.toBytes(), record);
        transaction.setContainsPersistent();
    }

    /** Registers that the transaction has committed and no disk failure was detected. */
    public void committed(String unit) {
        open.computeIfPresent(unit, (u, o) -> new Open(o.decision(), o.record(), null));
    }

    /** Registers that the transaction, and the record with it, was rolled back. */
    public void undone(String unit) {
        open.remove(unit);
    }

    /**
     * Returns the outcome of a transaction whose commit was not answered or failed. If it has not
     * committed, it cannot commit from now on.
     */
    public Outcome settle(Transaction transaction) {
        if (failure.get() != null) {
            return Outcome.UNKNOWN;
        }
        try {
            transaction.rollback();
        } catch (Exception e) {
            LOG.debug("transaction {} is not rolled back", transaction.getID(), e);
        }
        return switch (transaction.getState()) {
            case ROLLEDBACK -> Outcome.UNDONE;
            case COMMITTED -> isSafe() ? Outcome.COMMITTED : Outcome.UNKNOWN;
            default -> Outcome.UNKNOWN;
        };
    }

    /** Waits for the disk, and returns whether all previous writes are on disk. */
    private boolean isSafe() {
        try {
            long record = storage().generateID();
            storage()
                    .getMessageJournal()
                    .appendAddRecord(
                            record,
                            JournalRecordIds.DUPLICATE_ID,
                            new DuplicateIDEncoding(ADDRESS, new byte[0]),
                            true);
            boolean safe = failure.get() == null;
            delete(record);
            return safe;
        } catch (Exception e) {
            LOG.debug("the state of the disk is unknown", e);
            return false;
        }
    }

    @Override
    public Collection<Decision> open() {
        return open.values().stream().map(Open::decision).toList();
    }

    @Override
    public Outcome outcome(String unit) {
        Open found = open.get(unit);
        if (found == null) {
            return Outcome.UNDONE;
        }
        if (found.transaction() == null) {
            return Outcome.COMMITTED;
        }
        Outcome outcome = settle(found.transaction());
        if (outcome == Outcome.COMMITTED) {
            committed(unit);
        }
        return outcome;
    }

    @Override
    public void forget(String unit) {
        Open ended = open.remove(unit);
        if (ended != null) {
            delete(ended.record());
        }
    }

    private void delete(long record) {
        try {
            storage().getMessageJournal().tryAppendDeleteRecord(record, false, null, null);
        } catch (Exception e) {
            LOG.debug("the decision {} is read again at the next start", record, e);
        }
    }

    /** Returns the units with a decision, for tests. */
    public List<String> units() {
        return List.copyOf(open.keySet());
    }
}
