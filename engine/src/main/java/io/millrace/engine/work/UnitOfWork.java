package io.millrace.engine.work;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.util.ArrayList;
import java.util.List;

/**
 * One thread's current unit of work, used again for unit after unit.
 *
 * <p>Without a coordinator participants commit in the order of their kinds, databases before
 * queues. When one fails before any other has committed, all are rolled back. When a later one
 * fails, the earlier ones stay committed and the message comes again: this is the known window of
 * uncoordinated work.
 *
 * <p>With a coordinator all participants commit or none does.
 */
public final class UnitOfWork {

    private final List<Participant> participants = new ArrayList<>();
    private final List<UnitWatcher> watchers = new ArrayList<>();
    private final Coordinator coordinator;
    private Coordinator.Transaction transaction;

    /** Without a coordinator. */
    public UnitOfWork() {
        this(null);
    }

    /**
     * @param coordinator null for none
     */
    public UnitOfWork(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** Whether all participants commit or none does. */
    public boolean isCoordinated() {
        return coordinator != null;
    }

    /**
     * Adds a participant, once, however often it is said. A coordinated one says it itself, before
     * it does the first thing that is to be in the unit.
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
                    // Nobody would end it.
                    transaction.rollback();
                    transaction = null;
                }
                throw e;
            }
        }
        participants.add(participant);
    }

    /** Tells somebody how the unit that is open now ends; at its end it forgets whom. */
    public void watch(UnitWatcher watcher) {
        watchers.add(watcher);
    }

    /** Whether nothing takes part. */
    public boolean isEmpty() {
        return participants.isEmpty();
    }

    /**
     * Commits all participants and begins an empty unit.
     *
     * @throws MillraceException with UNIT_OF_WORK_FAILED; all that had not committed was rolled
     *     back
     */
    public void commit() {
        boolean committed = false;
        try {
            if (coordinator != null) {
                end(true);
            } else {
                commitInOrder();
            }
            committed = true;
        } finally {
            tellWatchers(committed);
        }
    }

    /** Each is told once, even where another unit begins within the telling. */
    private void tellWatchers(boolean committed) {
        if (!watchers.isEmpty()) {
            List<UnitWatcher> told = List.copyOf(watchers);
            watchers.clear();
            told.forEach(watcher -> watcher.ended(committed));
        }
    }

    private void commitInOrder() {
        int done = 0;
        List<Participant> ordered = inOrder();
        participants.clear();
        try {
            if (!ordered.isEmpty()) {
                watchers.forEach(UnitWatcher::committing);
            }
            for (; done < ordered.size(); done++) {
                ordered.get(done).commit();
            }
        } catch (RuntimeException | Error failure) {
            forgive(ordered, failure);
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

    /** Rolls all participants back, even if one of them throws, and begins an empty unit. */
    public void rollback() {
        try {
            if (coordinator != null) {
                end(false);
            } else {
                rollbackInOrder();
            }
        } finally {
            tellWatchers(false);
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

    /** A resource that could not be reached is no fault of a message. */
    private static void forgive(List<Participant> participants, Throwable failure) {
        if (isPassing(failure)) {
            participants.forEach(Participant::forgive);
        }
    }

    /** Whether something failed for a reason that is no message's own, and that will pass. */
    public static boolean isPassing(Throwable failure) {
        for (Throwable t = failure; t instanceof MillraceException e; t = e.getCause()) {
            switch (e.code()) {
                case DATABASE_DOWN,
                        QUEUE_STORE_DOWN,
                        COORDINATION_REFUSED,
                        QUEUE_FULL,
                        STORE_DISK_FULL,
                        STORE_NOT_WRITABLE -> {
                    return true;
                }
                default -> {
                    // Its cause may be.
                }
            }
        }
        return false;
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
            forgive(ended, failure);
            throw failure;
        } finally {
            for (Participant participant : ended) {
                participant.ended(committed);
            }
        }
    }

    private void allow(List<Participant> participants, Coordinator.Transaction ending) {
        try {
            watchers.forEach(UnitWatcher::committing);
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
