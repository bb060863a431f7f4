package io.millrace.store.artemis.backout;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * A file of the home folder to which lines are appended, forced to disk on request. Each line has a
 * checksum that shows whether it is complete. A line that was being written when the process ended
 * is ignored. The first line shows whether the process that wrote the file ended normally. Safe for
 * use by several threads.
 */
final class BackoutCountLog {

    private static final Logger LOG = EventLog.of(BackoutCountLog.class);

    private static final String RUNNING = "running";
    private static final String ENDED = "ended";
    private static final int SUM_DIGITS = 8;

    /**
     * Number of lines that can be appended before the file is rewritten. If more lines are in use,
     * the number is greater.
     */
    private static final int MAX_LINES = 10_000;

    private final HomeFolder home;
    private final String name;
    private final List<String> found = new ArrayList<>();
    private boolean orderly = true;

    /** Supplier of all lines in use; null before {@link #begin} and after {@link #end}. */
    private Supplier<List<String>> everything;

    private FileChannel channel;
    private int appended;
    private int most = MAX_LINES;

    private BackoutCountLog(HomeFolder home, String name) {
        this.home = home;
        this.name = name;
    }

    /** Reads the lines of the previous process. They are kept until {@link #begin}. */
    static BackoutCountLog open(HomeFolder home, String name) {
        BackoutCountLog log = new BackoutCountLog(home, name);
        Path file = home.resolve(name);
        if (Files.exists(file)) {
            try {
                // Invalid UTF-8 results in a line with a wrong checksum.
                log.read(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw StoreErrors.home(home.path(), e);
            }
        }
        return log;
    }

    private void read(String text) {
        orderly = false;
        boolean first = true;
        int damaged = 0;
        for (String line : text.split("\n", -1)) {
            String content = whole(line);
            if (content == null) {
                damaged += line.isEmpty() ? 0 : 1;
            } else if (first) {
                orderly = content.equals(ENDED);
            } else {
                found.add(content);
            }
            first = false;
        }
        if (damaged > 0) {
            LOG.warn(
                    """
                    the file {} has {} damaged lines, which are ignored: the backout counts of \
                    some messages can restart at 0\
                    """,
                    home.resolve(name),
                    damaged);
        }
    }

    /** Returns the line without its checksum; null if the checksum is wrong. */
    private static String whole(String line) {
        int end = line.length() - SUM_DIGITS - 1;
        if (end < 0 || line.charAt(end) != ' ') {
            return null;
        }
        String content = line.substring(0, end);
        return sum(content).equals(line.substring(end + 1)) ? content : null;
    }

    private static String sum(String content) {
        CRC32 crc = new CRC32();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }

    /** Returns the lines of the previous process in order. */
    List<String> found() {
        return found;
    }

    /** Whether the previous process ended normally, or there was no previous process. */
    boolean isOrderly() {
        return orderly;
    }

    /**
     * Replaces the file, forces it to disk, and starts to append to it.
     *
     * @param lines supplier of all lines in use, called again when most of the file is obsolete. It
     *     must supply a line before the line is appended
     */
    synchronized void begin(Supplier<List<String>> lines) {
        everything = lines;
        List<String> all = lines.get();
        replace(RUNNING, all);
        try {
            channel =
                    FileChannel.open(
                            home.resolve(name),
                            StandardOpenOption.WRITE,
                            StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw StoreErrors.home(home.path(), e);
        }
        appended = 0;
        most = Math.max(MAX_LINES, 4 * all.size());
    }

    /**
     * Appends a line.
     *
     * @param force whether the line is on disk when this method returns; otherwise it only survives
     *     the process
     * @throws MillraceException with STORE_NOT_WRITABLE or STORE_DISK_FULL
     */
    synchronized void append(String line, boolean force) {
        if (everything == null) {
            return;
        }
        if (channel == null || appended >= most) {
            begin(everything);
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(line(line).getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (force) {
                channel.force(false);
            }
            appended++;
        } catch (IOException e) {
            // The line can be incomplete, so the next one begins a new file.
            close();
            throw StoreErrors.home(home.path(), e);
        }
    }

    /** Replaces the file for the last time and records that the process ended normally. */
    synchronized void end() {
        if (everything != null) {
            replace(ENDED, everything.get());
            everything = null;
        }
    }

    private void replace(String state, List<String> lines) {
        StringBuilder text = new StringBuilder(line(state));
        lines.forEach(line -> text.append(line(line)));
        close();
        home.replace(name, text.toString(), true);
    }

    private void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("{}", name, e);
            }
            channel = null;
        }
    }

    private static String line(String content) {
        return content + ' ' + sum(content) + '\n';
    }
}
