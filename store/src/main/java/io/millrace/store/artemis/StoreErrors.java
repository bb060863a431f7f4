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

    /** Below this many free bytes a journal file cannot be made. */
    static final long LEAST_FREE = 32L << 20;

    /** A file of this name in the home folder says that damage is known, and accepted. */
    static final String ACCEPT_DAMAGE = "accept.damage";

    private StoreErrors() {}

    /** A failure in the home folder. */
    static MillraceException home(Path home, IOException failure) {
        if (isDiskFull(home, failure)) {
            return diskFull(home.toString(), failure);
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

    /** A file of the queue store is not what it was. */
    static MillraceException damaged(HomeFolder home, Path file, String what) {
        return new MillraceException(
                ErrorCode.STORE_DAMAGED,
                "the file "
                        + file
                        + " of the queue store "
                        + what
                        + ": messages in it may be lost or changed; bring the whole home folder"
                        + " back from a copy, and look at the disk. To start with what can still be"
                        + " read, make an empty file "
                        + home.resolve(ACCEPT_DAMAGE),
                Insert.of(file.toString()));
    }

    static MillraceException diskFull(String home, Throwable cause) {
        return new MillraceException(
                ErrorCode.STORE_DISK_FULL,
                "the disk of the home folder "
                        + home
                        + " is full; make room: nothing can be put until then",
                cause);
    }

    static boolean isDiskFull(Path home, Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t.getMessage() != null && t.getMessage().contains("No space left")) {
                return true;
            }
        }
        try {
            FileStore disk = Files.getFileStore(home);
            return disk.getUsableSpace() < LEAST_FREE && Files.isWritable(home);
        } catch (IOException e) {
            return false;
        }
    }

    static MillraceException down(String broker, Throwable cause) {
        String why = cause == null ? "it is closed" : String.valueOf(cause.getMessage());
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN, "the queue store " + broker + " failed: " + why, cause);
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
