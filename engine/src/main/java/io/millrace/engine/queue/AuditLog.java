package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The log of logins, refused operations and administrative changes. It has one JSON object per
 * line, in {@code audit.log} of the home folder. Full files are renamed to {@code audit.log.1} and
 * so on; the oldest is deleted. Repeated entries are counted and written as one line, so an
 * attacker cannot fill the disk or push earlier entries out of the log. Safe for use by several
 * threads.
 */
public final class AuditLog implements AutoCloseable {

    public static final String FILE = "audit.log";
    public static final int MAX_FILES = 10;

    /**
     * Maximum number of different entries between two summaries. Further entries are counted in one
     * line.
     */
    public static final int MAX_ENTRIES = 1_000;

    /** Time after which repeated entries are counted in a new line. */
    public static final Duration SUMMARY = Duration.ofSeconds(10);

    private static final long MAX_FILE_BYTES = 10L << 20;
    private static final int MAX_TEXT = 200;

    /** Outcome of a successful operation. */
    public static final String OK = "ok";

    /** Outcome of an operation that failed. */
    public static final String FAILED = "failed";

    /** Outcome of an operation for which the user lacks a right. */
    public static final String REFUSED = "refused";

    /** Outcome of an operation on a queue that does not exist. */
    public static final String UNKNOWN = "unknown";

    private static final Logger LOG = EventLog.of(AuditLog.class);

    private static final FileAttribute<?>[] OWNER_ONLY =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];

    private final Path folder;
    private final InstantSource clock;
    private final long maxFileBytes;
    private final Map<Entry, Integer> repeated = new HashMap<>();
    private Instant summarized;
    private int suppressed;
    private long size;
    private boolean failed;

    /**
     * An event.
     *
     * @param event kind of event, for example login
     * @param user name of the user, authenticated or as the client sent it
     * @param address address of the client without the port; empty for this process
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

    /**
     * Opens the log. A log that cannot be written is reported and does not stop the process.
     *
     * @param folder home folder
     */
    public AuditLog(Path folder, InstantSource clock) {
        this(folder, clock, MAX_FILE_BYTES);
    }

    /**
     * @param maxFileBytes size after which a new file begins
     */
    public AuditLog(Path folder, InstantSource clock, long maxFileBytes) {
        this.folder = folder;
        this.clock = clock;
        this.maxFileBytes = maxFileBytes;
        summarized = clock.instant();
        try (FileChannel file = open()) {
            size = file.size();
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Writes an administrative change. Repetitions are also written. */
    public synchronized void change(Entry entry) {
        write(entry, 0);
    }

    /**
     * Writes an entry that a client caused. Repetitions until the next summary are counted.
     *
     * @return whether the entry was written; false for a repetition
     */
    public synchronized boolean add(Entry entry) {
        if (Duration.between(summarized, clock.instant()).compareTo(SUMMARY) > 0) {
            summarize();
        }
        if (repeated.containsKey(entry)) {
            repeated.merge(entry, 1, Integer::sum);
            return false;
        }
        if (repeated.size() < MAX_ENTRIES) {
            repeated.put(entry, 0);
            write(entry, 0);
            return true;
        }
        suppressed++;
        return false;
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
        summarized = clock.instant();
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
            try (FileChannel file = open()) {
                ByteBuffer left = ByteBuffer.wrap(bytes);
                while (left.hasRemaining()) {
                    file.write(left);
                }
            }
            size += bytes.length;
            failed = false;
        } catch (IOException e) {
            fail(e);
        }
    }

    private void rotate() throws IOException {
        for (int i = MAX_FILES - 1; i > 0; i--) {
            Path from = folder.resolve(i == 1 ? FILE : FILE + "." + (i - 1));
            if (Files.exists(from)) {
                Files.move(
                        from, folder.resolve(FILE + "." + i), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        size = 0;
    }

    /** Opens the file for appending. A new file can be read only by its owner. */
    private FileChannel open() throws IOException {
        return FileChannel.open(
                folder.resolve(FILE),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                OWNER_ONLY);
    }

    /** Reports the first of several failures. */
    private void fail(Exception e) {
        if (!failed) {
            LOG.error(
                    "{} the audit log {} cannot be written: {}",
                    ErrorCode.AUDIT_LOG_FAILED.id(),
                    folder.resolve(FILE),
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
