package io.millrace.engine.work;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The current unit of work of a thread, reused for one unit after another.
 *
 * <p>Without a coordinator, participants commit in the order of their kinds, databases before
 * queues. If the first participant fails, all are rolled back. If a later participant fails, the
 * earlier participants stay committed, the message is delivered again, and their work can be done
 * twice.
 *
 * <p>With a coordinator, all participants commit or none does.
 */
public final class UnitOfWork {

    private final List<Participant> participants = new ArrayList<>();
    private final List<UnitWatcher> watchers = new ArrayList<>();
    private final @Nullable Coordinator coordinator;
    private Coordinator.@Nullable Transaction transaction;

    /** Creates a unit of work without a coordinator. */
    public UnitOfWork() {
        this(null);
    }

    public UnitOfWork(@Nullable Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** Whether all participants commit together. */
    public boolean isCoordinated() {
        return coordinator != null;
    }

    /**
     * Adds a participant. If the participant was already added, the call has no effect. A
     * participant of coordinated units adds itself before its first operation in the unit.
     */
    public void enlist(Participant participant) {
        if (participants.contains(participant)) {
            return;
        }
        if (coordinator != null) {
            if (transaction == null) {
                transaction = coordinator.begin();
            }
            try {
                transaction.join(participant);
            } catch (RuntimeException e) {
                if (participants.isEmpty()) {
                    // No code would end the transaction.
                    transaction.rollback();
                    transaction = null;
                }
                throw e;
            }
        }
        participants.add(participant);
    }

    /** Adds a watcher that is notified of the outcome of the open unit and is then removed. */
    public void watch(UnitWatcher watcher) {
        watchers.add(watcher);
    }

    /** Whether the unit has no participant. */
    public boolean isEmpty() {
        return participants.isEmpty();
    }

    /**
     * Commits all participants and begins an empty unit.
     *
     * @throws MillraceException with UNIT_OF_WORK_FAILED; participants that had not committed were
     *     rolled back
     */
    public void commit() {
        boolean committed = false;
        try {
            announceCommit();
            if (coordinator != null) {
                end(true);
            } else {
                commitInOrder();
            }
            committed = true;
        } finally {
            notifyWatchers(committed);
        }
    }

    /** Notifies each watcher once, even if a watcher begins another unit at the same time. */
    private void notifyWatchers(boolean committed) {
        if (!watchers.isEmpty()) {
            List<UnitWatcher> reported = List.copyOf(watchers);
            watchers.clear();
            reported.forEach(watcher -> watcher.ended(committed));
        }
    }

    private void commitInOrder() {
        int done = 0;
        List<Participant> ordered = inOrder();
        participants.clear();
        try {
            for (; done < ordered.size(); done++) {
                ordered.get(done).commit();
            }
        } catch (RuntimeException | Error failure) {
            keepBackoutCounts(ordered, failure);
            for (int i = done; i < ordered.size(); i++) {
                rollback(ordered.get(i), failure);
            }
            String earlier =
                    done == 0
                            ? ""
                            : "; already committed: "
                                    + ordered.subList(0, done).stream()
                                            .map(Participant::label)
                                            .toList();
            String text =
                    "the unit of work was rolled back because "
                            + ordered.get(done).label()
                            + " could not commit: "
                            + failure.getMessage()
                            + earlier;
            throw new MillraceException(ErrorCode.UNIT_OF_WORK_FAILED, text, failure);
        }
    }

    /** Rolls back all participants, even if one of them fails, and begins an empty unit. */
    public void rollback() {
        try {
            rollbackParticipants();
        } finally {
            notifyWatchers(false);
        }
    }

    private void rollbackParticipants() {
        if (coordinator != null) {
            end(false);
        } else {
            rollbackInOrder();
        }
    }

    private void rollbackInOrder() {
        List<Participant> ordered = inOrder();
        participants.clear();
        RuntimeException failure = null;
        for (Participant p : ordered) {
            try {
                p.rollback();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Prevents the backout counts from being incremented if a resource could not be reached,
     * because the messages did not cause this.
     */
    private static void keepBackoutCounts(List<Participant> participants, Throwable failure) {
        if (isPassing(failure)) {
            participants.forEach(Participant::keepBackoutCounts);
        }
    }

    /** Whether a failure is temporary and independent of the messages. */
    public static boolean isPassing(Throwable failure) {
        for (Throwable t = failure; t instanceof MillraceException e; t = e.getCause()) {
            switch (e.code()) {
                case DATABASE_DOWN,
                        QUEUE_STORE_DOWN,
                        COORDINATION_REFUSED,
                        QUEUE_FULL,
                        PUT_INHIBITED,
                        QUEUE_IN_USE,
                        FLOW_BUSY,
                        FLOW_STOPPED,
                        UNKNOWN_ENDPOINT,
                        SERVER_DOWN,
                        STORE_DISK_FULL,
                        STATE_FULL,
                        STATE_LOCKED,
                        STORE_NOT_WRITABLE -> {
                    return true;
                }
                default -> {
                    // Its cause can be temporary.
                }
            }
        }
        return false;
    }

    /**
     * Announces a commit to the watchers. If a watcher prevents the commit, rolls back the unit.
     */
    private void announceCommit() {
        if (participants.isEmpty()) {
            return;
        }
        try {
            watchers.forEach(UnitWatcher::committing);
        } catch (RuntimeException | Error refused) {
            keepBackoutCounts(participants, refused);
            try {
                rollbackParticipants();
            } catch (RuntimeException e) {
                refused.addSuppressed(e);
            }
            throw new MillraceException(
                    ErrorCode.UNIT_OF_WORK_FAILED,
                    "the unit of work was rolled back: " + refused.getMessage(),
                    refused);
        }
    }

    private void end(boolean commit) {
        List<Participant> ended = List.copyOf(participants);
        Coordinator.Transaction ending = transaction;
        participants.clear();
        transaction = null;
        boolean committed = false;
        try {
            if (ending != null && commit) {
                allow(ended, ending);
                ending.commit();
                committed = true;
            } else if (ending != null) {
                ended.forEach(Participant::rollingBack);
                ending.rollback();
            }
        } catch (RuntimeException failure) {
            keepBackoutCounts(ended, failure);
            throw failure;
        } finally {
            for (Participant participant : ended) {
                participant.ended(committed);
            }
        }
    }

    private void allow(List<Participant> participants, Coordinator.Transaction ending) {
        try {
            participants.forEach(Participant::committing);
        } catch (RuntimeException refused) {
            participants.forEach(Participant::rollingBack);
            ending.rollback();
            throw refused;
        }
    }

    private List<Participant> inOrder() {
        if (participants.size() < 2) {
            return List.copyOf(participants);
        }
        List<Participant> ordered = new ArrayList<>(participants);
        ordered.sort((a, b) -> a.kind().compareTo(b.kind()));
        return ordered;
    }

    private static void rollback(Participant participant, Throwable failure) {
        try {
            participant.rollback();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
