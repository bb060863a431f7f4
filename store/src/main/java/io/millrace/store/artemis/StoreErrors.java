package io.millrace.store.artemis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** What failures of Artemis and of the home folder are called in Millrace. */
final class StoreErrors {

    /** Below this many free bytes a journal file cannot be created. */
    private static final long JOURNAL_FILE_BYTES = 11L << 20;

    private StoreErrors() {}

    /** A failure in the home folder. */
    static MillraceException home(Path home, IOException failure) {
        if (isDiskFull(home, failure)) {
            return diskFull(home, "then try again", failure);
        }
        return new MillraceException(
                ErrorCode.STORE_NOT_WRITABLE,
                "the home folder "
                        + home
                        + " cannot be written: "
                        + failure.getClass().getSimpleName()
                        + " "
                        + failure.getMessage(),
                failure);
    }

    /** A small file of the home folder does not hold what it should. */
    static MillraceException unreadable(Path file, String found) {
        return new MillraceException(
                ErrorCode.STORE_DAMAGED,
                "the file "
                        + file
                        + " is damaged: "
                        + found
                        + ". Restore it from a backup, or delete it: what it held is then set to"
                        + " its defaults",
                Insert.of(file.toString()));
    }

    /**
     * A file of the home folder cannot be written.
     *
     * @param then what to do when there is free space
     */
    static MillraceException diskFull(Path home, String then, Throwable cause) {
        return new MillraceException(
                ErrorCode.STORE_DISK_FULL,
                "the disk of the home folder " + home + " is full: free some space, " + then,
                cause);
    }

    /** A message was refused; the broker continues. */
    static MillraceException putRefused(String text, Throwable cause) {
        String prefix = ErrorCode.STORE_DISK_FULL.id() + ": ";
        return new MillraceException(
                ErrorCode.STORE_DISK_FULL,
                text.substring(text.indexOf(prefix) + prefix.length()),
                cause);
    }

    /** Why messages are refused. */
    static String putRefused(Path home, long free, long minFree) {
        return "the disk of the home folder "
                + home
                + " has "
                + (free >> 20)
                + " MB free, and "
                + (minFree >> 20)
                + " MB must stay free (diskFullPercent): messages are refused until there is more"
                + " free space; those on the queues can be read";
    }

    static boolean isDiskFull(Path home, Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t.getMessage() != null && t.getMessage().contains("No space left")) {
                return true;
            }
        }
        try {
            FileStore disk = Files.getFileStore(home);
            return disk.getUsableSpace() < JOURNAL_FILE_BYTES && Files.isWritable(home);
        } catch (IOException e) {
            return false;
        }
    }

    static MillraceException down(String broker, Throwable cause) {
        String why = cause == null ? "it is closed" : String.valueOf(cause.getMessage());
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN, "the queue store " + broker + " failed: " + why, cause);
    }

    /** A process that has the broker, and does not answer. */
    static MillraceException notResponding(String broker, long millis, Throwable cause) {
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                "the queue store "
                        + broker
                        + " does not respond: no answer within "
                        + millis / 1000.0
                        + " seconds; its process may be stopped (continue it with kill -CONT) or"
                        + " overloaded (see its log), or the network may be interrupted",
                cause);
    }

    static MillraceException notAuthorized(String user, String queue, Throwable cause) {
        return MillraceException.of(
                        ErrorCode.QUEUE_NOT_AUTHORIZED,
                        "user "
                                + user
                                + " lacks the right for "
                                + queue
                                + ": "
                                + cause.getMessage())
                .inserts(Insert.of(user), Insert.of(queue))
                .cause(cause)
                .build();
    }

    /** A connection beyond this machine without TLS, which nobody has chosen. */
    static MillraceException plainText(String what) {
        return new MillraceException(
                ErrorCode.PLAIN_TEXT,
                what
                        + " is reachable from other machines and has no TLS; write tls: NAME with"
                        + " the name of certificates, or tls: none to send passwords and messages"
                        + " in plain text");
    }

    /** Whether an exception says that the connection is gone, so that a new one may do better. */
    static boolean isConnectionLoss(ActiveMQException e) {
        ActiveMQExceptionType type = e.getType();
        return switch (type) {
            case NOT_CONNECTED,
                    CONNECTION_TIMEDOUT,
                    DISCONNECTED,
                    UNBLOCKED,
                    OBJECT_CLOSED,
                    REMOTE_DISCONNECT,
                    TRANSACTION_OUTCOME_UNKNOWN,
                    SESSION_CREATION_REJECTED ->
                    true;
            default -> false;
        };
    }
}
