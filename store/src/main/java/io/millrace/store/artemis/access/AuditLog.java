package io.millrace.store.artemis.access;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.store.home.HomeFolder;

import org.apache.activemq.artemis.core.security.CheckType;
import org.slf4j.Logger;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The log of logins, refused operations and administrative changes. It has one JSON object per
 * line, in {@code audit.log} of the home folder. Full files are renamed to {@code audit.log.1} and
 * so on; the oldest is deleted. Repeated entries are counted and written as one line, so an
 * attacker cannot fill the disk or push earlier entries out of the log. Safe for use by several
 * threads.
 */
public final class AuditLog implements AutoCloseable {

    public static final String FILE = "audit.log";
    static final int MAX_FILES = 10;

    /**
     * Maximum number of different entries between two summaries. Further entries are counted in one
     * line.
     */
    static final int MAX_ENTRIES = 1_000;

    private static final long MAX_FILE_BYTES = 10L << 20;
    private static final int MAX_TEXT = 200;

    /** Outcome of an operation for which the user lacks a right. */
    static final String REFUSED = "refused";

    /** Outcome of an operation on a queue that does not exist. */
    static final String UNKNOWN = "unknown";

    private static final Logger LOG = EventLog.of(AuditLog.class);

    private final HomeFolder home;
    private final InstantSource clock;
    private final long maxFileBytes;
    private final Map<Entry, Integer> repeated = new HashMap<>();
    private int suppressed;
    private long size;
    private boolean failed;

    /**
     * An event.
     *
     * @param event kind of event, for example login
     * @param user name of the user, authenticated or as the client sent it
     * @param address address of the client without its port; empty for this process
     * @param protocol protocol of the client; empty for this process
     * @param object queue, topic or unit of work; empty for logins
     * @param outcome ok, failed, refused, unknown or delayed
     */
    public record Entry(
            String event,
            String user,
            String address,
            String protocol,
            String object,
            String outcome) {

        public Entry {
            user = cut(user);
            address = cut(address);
            object = cut(object);
        }

        private static String cut(String text) {
            return text == null ? "" : text.substring(0, Math.min(text.length(), MAX_TEXT));
        }
    }

    AuditLog(HomeFolder home, InstantSource clock) {
        this(home, clock, MAX_FILE_BYTES);
    }

    AuditLog(HomeFolder home, InstantSource clock, long maxFileBytes) {
        this.home = home;
        this.clock = clock;
        this.maxFileBytes = maxFileBytes;
        try {
            Path file = home.resolve(FILE);
            size = Files.exists(file) ? Files.size(file) : create();
        } catch (IOException | MillraceException e) {
            fail(e);
        }
    }

    /** Writes an administrative change. Repetitions are also written. */
    public synchronized void change(Entry entry) {
        write(entry, 0);
    }

    /** Writes an entry that a client caused. Repetitions until the next summary are counted. */
    synchronized void add(Entry entry) {
        if (repeated.containsKey(entry)) {
            repeated.merge(entry, 1, Integer::sum);
        } else if (repeated.size() < MAX_ENTRIES) {
            repeated.put(entry, 0);
            write(entry, 0);
            warn(entry);
        } else {
            suppressed++;
        }
    }

    /**
     * Reports a rejected operation to the operator, who can grant the right or create the queue.
     */
    private static void warn(Entry entry) {
        if (entry.outcome.equals(REFUSED)) {
            LOG.warn(
                    "{} {}",
                    ErrorCode.QUEUE_NOT_AUTHORIZED.id(),
                    missingRight(entry.user, entry.event, entry.object));
        } else if (entry.outcome.equals(UNKNOWN)) {
            LOG.warn(
                    """
                    {} unknown queue {}: a request of user {} at {} ({}) is rejected; correct the \
                    name in the client, or create the queue\
                    """,
                    ErrorCode.UNKNOWN_QUEUE.id(),
                    entry.object,
                    entry.user,
                    entry.address,
                    entry.protocol);
        }
    }

    /** Returns the name of an event that requires a right. */
    static String event(CheckType right) {
        return right.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the description of a missing right in the terms of {@code broker.yaml}. */
    static String missingRight(String user, String event, String object) {
        String right =
                switch (event) {
                    case "send" -> "put";
                    case "consume" -> "get";
                    case "manage", "view", "edit" -> "admin";
                    default -> event.replaceAll("_.*", "");
                };
        int queue = object.indexOf("::");
        return "user "
                + user
                + " needs the right "
                + right
                + " for "
                + (queue < 0 ? object : object.substring(queue + 2))
                + " (users in broker.yaml)";
    }

    /** Writes the number of repetitions of the entries since the last summary. */
    public synchronized void summarize() {
        repeated.forEach(
                (entry, count) -> {
                    if (count > 0) {
                        write(entry, count);
                    }
                });
        repeated.clear();
        if (suppressed > 0) {
            write(new Entry("suppressed", "", "", "", "", ""), suppressed);
            suppressed = 0;
        }
    }

    private void write(Entry entry, int count) {
        StringBuilder line = new StringBuilder("{");
        field("time", clock.instant().toString(), line);
        field("event", entry.event, line);
        field("user", entry.user, line);
        field("address", entry.address, line);
        field("protocol", entry.protocol, line);
        field("object", entry.object, line);
        field("outcome", entry.outcome, line);
        if (count > 0) {
            line.append(",\"repeated\":").append(count);
        }
        byte[] bytes = line.append("}\n").toString().getBytes(StandardCharsets.US_ASCII);
        try {
            if (size + bytes.length > maxFileBytes) {
                rotate();
            }
            Files.write(
                    home.resolve(FILE),
                    bytes,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            size += bytes.length;
            failed = false;
        } catch (IOException | MillraceException e) {
            fail(e);
        }
    }

    private void rotate() throws IOException {
        for (int i = MAX_FILES - 1; i > 0; i--) {
            Path from = home.resolve(i == 1 ? FILE : FILE + "." + (i - 1));
            if (Files.exists(from)) {
                Files.move(from, home.resolve(FILE + "." + i), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        size = create();
    }

    /**
     * Creates the file, readable only by its owner, like all replaceable files of the home folder.
     */
    private long create() {
        home.replace(FILE, "", false);
        return 0;
    }

    /** Reports the first of several failures. */
    private void fail(Exception e) {
        if (!failed) {
            LOG.error(
                    "{} the audit log {} cannot be written: {}",
                    ErrorCode.AUDIT_LOG_FAILED.id(),
                    home.resolve(FILE),
                    e.toString());
        }
        failed = true;
    }

    private static void field(String name, String value, StringBuilder out) {
        if (!value.isEmpty()) {
            out.append(out.length() > 1 ? ",\"" : "\"").append(name).append("\":\"");
            value.chars().forEach(c -> append((char) c, out));
            out.append('"');
        }
    }

    /**
     * Appends a character. Characters other than printable ASCII are escaped, so the log can be
     * safely printed on a terminal.
     */
    private static void append(char c, StringBuilder out) {
        if (c == '"' || c == '\\') {
            out.append('\\').append(c);
        } else if (c < ' ' || c > '~') {
            out.append(String.format("\\u%04x", (int) c));
        } else {
            out.append(c);
        }
    }

    @Override
    public void close() {
        summarize();
    }
}
