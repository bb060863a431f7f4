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
 */
public final class UnitOfWork {

    private final List<Participant> participants = new ArrayList<>();

    /** Adds a participant, once, however often it is said. */
    public void enlist(Participant participant) {
        if (!participants.contains(participant)) {
            participants.add(participant);
        }
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
        int done = 0;
        List<Participant> ordered = inOrder();
        participants.clear();
        try {
            for (; done < ordered.size(); done++) {
                ordered.get(done).commit();
            }
        } catch (RuntimeException | Error failure) {
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
