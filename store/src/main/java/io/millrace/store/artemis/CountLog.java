package io.millrace.store.artemis;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

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
 * Lines that are appended to a file of the home folder and forced to the disk where that is asked
 * for. Each carries a sum that tells whether it is whole: one that was being written when the
 * process died is as if it had not been. The first line says whether the process that wrote the
 * file came to an orderly end. Safe to use from several threads.
 */
final class CountLog {

    private static final Logger LOG = EventLog.of(CountLog.class);

    private static final String RUNNING = "running";
    private static final String ENDED = "ended";
    private static final int SUM_DIGITS = 8;

    /**
     * So many lines may be appended before the file is written anew; more where more are of use.
     */
    private static final int MOST_LINES = 10_000;

    private final HomeFolder home;
    private final String name;
    private final List<String> found = new ArrayList<>();
    private boolean orderly = true;

    /** Null before the begin and after the end. */
    private Supplier<List<String>> everything;

    private FileChannel channel;
    private int appended;
    private int most = MOST_LINES;

    private CountLog(HomeFolder home, String name) {
        this.home = home;
        this.name = name;
    }

    /** Reads what the last process left, which stays until {@link #begin}. */
    static CountLog open(HomeFolder home, String name) {
        CountLog log = new CountLog(home, name);
        Path file = home.resolve(name);
        if (Files.exists(file)) {
            try {
                // What is no UTF-8 becomes a line whose sum is wrong.
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
                    "the file {} has {} damaged lines, which are ignored: backout counts of some"
                            + " messages may start again",
                    home.resolve(name),
                    damaged);
        }
    }

    /** The line without its sum; null where that is wrong. */
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

    /** The lines of the last process, in their order. */
    List<String> found() {
        return found;
    }

    /** Whether the last process ended orderly; also where there was none. */
    boolean isOrderly() {
        return orderly;
    }

    /**
     * Replaces the file, forced, and begins to append to it.
     *
     * @param lines all that there is to be known, asked for again when most of the file has become
     *     of no use; a line must be among these before it is appended
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
        most = Math.max(MOST_LINES, 4 * all.size());
    }

    /**
     * Appends a line.
     *
     * @param force whether it is on the disk when this returns; else it outlives the process only
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
            // Half a line may be there: the next one begins a new file.
            close();
            throw StoreErrors.home(home.path(), e);
        }
    }

    /** Replaces the file for the last time: an orderly end. */
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
