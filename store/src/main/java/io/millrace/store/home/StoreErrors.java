package io.millrace.store.home;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.ConnectFailures;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Millrace errors for failures of Artemis and of the home folder. */
public final class StoreErrors {

    /** Number of free bytes required to create a journal file. */
    private static final long JOURNAL_FILE_BYTES = 11L << 20;

    /** Host in the URL of a remote broker. */
    private static final Pattern HOST = Pattern.compile("tcp://\\[?([^:/?\\[\\]]+)");

    /** Error that a broker of Millrace sent to this process: its code and text. */
    private static final Pattern REJECTION = Pattern.compile("(MR\\d{4}): (.*)", Pattern.DOTALL);

    /** A denied permission with its address in a message of Artemis, or of a Millrace broker. */
    private static final Pattern DENIED =
            Pattern.compile(
                    "(?:permission='|lacks the right to )([A-Za-z_]+)(?:'.* address)?"
                            + " ([^\\s\\]]+)");

    /** Rights in broker.yaml by the permissions of Artemis. */
    private static final Map<String, String> RIGHTS =
            Map.of(
                    "SEND", "put",
                    "CONSUME", "get",
                    "BROWSE", "browse",
                    "CREATE_ADDRESS", "create",
                    "CREATE_DURABLE_QUEUE", "create",
                    "CREATE_NON_DURABLE_QUEUE", "create",
                    "DELETE_ADDRESS", "delete",
                    "DELETE_DURABLE_QUEUE", "delete",
                    "DELETE_NON_DURABLE_QUEUE", "delete",
                    "MANAGE", "admin");

    private StoreErrors() {}

    /** Returns the error for a failure in the home folder. */
    public static MillraceException home(Path home, IOException failure) {
        if (isDiskFull(home, failure)) {
            return diskFull(home, "then try again", failure);
        }
        return new MillraceException(
                ErrorCode.STORE_NOT_WRITABLE,
                "the home folder "
                        + home
                        + " cannot be used: "
                        + reason(failure)
                        + "; correct this, or specify another home folder",
                failure);
    }

    private static String reason(IOException failure) {
        return switch (failure) {
            case FileAlreadyExistsException e -> e.getFile() + " is a file, not a folder";
            case AccessDeniedException e ->
                    "permission to write " + e.getFile() + " is denied to this user";
            case NoSuchFileException e -> e.getFile() + " cannot be created";
            case FileSystemException e -> e.getFile() + ": " + FileErrors.reason(e);
            default -> FileErrors.reason(failure);
        };
    }

    /** Returns the exception for a file of the home folder with unexpected content. */
    public static MillraceException unreadable(Path file, String found) {
        return new MillraceException(
                ErrorCode.STORE_DAMAGED,
                """
                the file %s is damaged: %s. Restore it from a backup, or delete it: then its \
                settings have their defaults\
                """
                        .formatted(file, found),
                Insert.of(file.toString()));
    }

    /**
     * Returns the error for a file of the home folder that cannot be written.
     *
     * @param then action for the user after the disk has free space again
     */
    public static MillraceException diskFull(Path home, String then, Throwable cause) {
        return new MillraceException(
                ErrorCode.STORE_DISK_FULL,
                "the disk of the home folder " + home + " is full: free some space, " + then,
                cause);
    }

    /** Returns the exception for a rejected message. The broker continues. */
    public static MillraceException putRefused(String text, Throwable cause) {
        String prefix = ErrorCode.STORE_DISK_FULL.id() + ": ";
        return new MillraceException(
                ErrorCode.STORE_DISK_FULL,
                text.substring(text.indexOf(prefix) + prefix.length()),
                cause);
    }

    /** Returns the reason why messages are rejected. */
    public static String putRefused(Path home, long free, long minFree) {
        return """
        the disk of the home folder %s has %s MB free, and %s MB must stay free \
        (diskFullPercent): messages are rejected until there is more free space; messages on the \
        queues can still be received\
        """
                .formatted(home, free >> 20, minFree >> 20);
    }

    /** Returns the reason why a large message is rejected of which a part was written. */
    public static String largePutRefused(Path home, long minFree) {
        return """
        the disk of the home folder %s had too little free space for the message, because %s MB \
        must stay free (diskFullPercent): free some space, then put the message again\
        """
                .formatted(home, minFree >> 20);
    }

    public static boolean isDiskFull(Path home, Throwable failure) {
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

    /** Returns the error for an operation after the broker, or the connection to it, is closed. */
    public static MillraceException closed(String broker) {
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                "the queues " + broker + " are closed, because their broker is closed");
    }

    public static MillraceException down(String broker, Throwable cause) {
        String why = String.valueOf(cause.getMessage());
        Matcher rejection = REJECTION.matcher(why);
        if (rejection.matches()) {
            for (ErrorCode code : ErrorCode.values()) {
                if (code.id().equals(rejection.group(1))) {
                    return new MillraceException(code, rejection.group(2), cause);
                }
            }
        }
        if (why.contains("TransportConfiguration(")) {
            why =
                    broker.startsWith("in ")
                            ? "it accepts no connections; its process may have ended: start it"
                                    + " again"
                            : unknownHost(broker)
                                    .orElse(
                                            "it accepts no connections; check the URL, and that the"
                                                    + " broker runs");
        }
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN, "the queue store " + broker + " failed: " + why, cause);
    }

    /**
     * Returns a description of a host name that cannot be resolved, which Artemis does not report.
     */
    private static Optional<String> unknownHost(String broker) {
        Matcher url = HOST.matcher(broker);
        if (!url.find()) {
            return Optional.empty();
        }
        try {
            InetAddress.getByName(url.group(1));
            return Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of(ConnectFailures.unknown(url.group(1)));
        }
    }

    /** Returns the error for a process that runs the broker and does not respond. */
    public static MillraceException notResponding(String broker, long millis, Throwable cause) {
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                """
                the queue store %s does not respond: no answer within %s seconds; its \
                process may be stopped (continue it with kill -CONT) or overloaded (see its \
                log), or the network may be interrupted\
                """
                        .formatted(broker, millis / 1000.0),
                cause);
    }

    /**
     * Returns the error for a broker that accepts a connection but does not answer the login. This
     * happens, for example, at the port of another protocol.
     */
    public static MillraceException noAnswer(String broker, Throwable cause) {
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                """
                the broker %s accepts the connection, but does not answer the login; check that \
                url has the port of an acceptor for the protocol core (a Millrace broker writes \
                its ports to ports.properties in its home folder), that tls is set if the port \
                requires TLS, and that the broker is not stopped or overloaded\
                """
                        .formatted(broker),
                cause);
    }

    /** Returns the error for a broker that rejects a login. */
    public static MillraceException loginRejected(String broker, String user, Throwable cause) {
        return MillraceException.of(
                        ErrorCode.QUEUE_STORE_DOWN,
                        user.isEmpty()
                                ? "the broker "
                                        + broker
                                        + " rejected the login without a user; set user, and"
                                        + " passwordFile or passwordEnv, in broker.yaml"
                                : "the broker "
                                        + broker
                                        + " rejected the login of user "
                                        + user
                                        + ": the user is unknown there, or the password is wrong;"
                                        + " correct user, and passwordFile or passwordEnv, in"
                                        + " broker.yaml")
                .inserts(Insert.of(user))
                .cause(cause)
                .build();
    }

    /**
     * Returns the error for a login with the credentials in a home folder that its running broker
     * rejects.
     *
     * @param process description of the process of the broker
     */
    public static MillraceException credentialsChanged(Path file, String process, Throwable cause) {
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                "the password in %s is not the password of the running broker %s; restore the file, or restart the broker"
                        .formatted(file, process),
                cause);
    }

    /**
     * Returns the error for an operation without the right for it.
     *
     * @param queue queue of the operation; the broker can have rejected another one, because it
     *     reports the puts of a unit later
     * @param broker label of the broker
     */
    public static MillraceException notAuthorized(
            String user, String queue, String broker, Throwable cause) {
        Matcher denied = DENIED.matcher(String.valueOf(cause.getMessage()));
        boolean known = denied.find();
        String right =
                known
                        ? RIGHTS.getOrDefault(
                                denied.group(1).toUpperCase(Locale.ROOT), denied.group(1))
                        : "";
        String refused = known ? denied.group(2) : queue;
        return MillraceException.of(
                        ErrorCode.QUEUE_NOT_AUTHORIZED,
                        """
                        user %s lacks the right %s for %s at %s; give it to the user in the \
                        configuration of that broker, or use another user\
                        """
                                .formatted(
                                        user,
                                        right.isEmpty() ? "required" : right,
                                        refused,
                                        broker))
                .inserts(Insert.of(user), Insert.of(refused))
                .cause(cause)
                .build();
    }

    /**
     * Returns the error for a port or connection that other machines can reach, without TLS and
     * without an explicit choice of plain text ({@code tls: none}).
     */
    public static MillraceException plainText(String what) {
        return new MillraceException(
                ErrorCode.PLAIN_TEXT,
                what
                        + """
                         is reachable from other machines and has no TLS; write tls: NAME with the \
                        name of certificates, or tls: none to send passwords and messages in plain \
                        text\
                        """);
    }

    /**
     * Whether an exception means that the connection is lost, so that a new connection can succeed.
     */
    public static boolean isConnectionLoss(ActiveMQException e) {
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
