package io.millrace.store.artemis.embedded;

import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Properties;

/**
 * A measurement of the time of a forced write to the disk of a home folder. The journal waits about
 * as long as one forced write, so that other commits can share the next write. A longer wait (3.3
 * ms by default in Artemis) limits a single flow to 300 commits a second. A shorter wait forces
 * more often than the disk can.
 *
 * <p>It is measured once for each folder, for at most 100 ms, and stored in the folder. The lower
 * quartile is used, because other use of the disk makes writes slower, never faster.
 */
final class JournalCalibration {

    private static final String FILE = "journal.properties";
    private static final String KEY = "syncMicros";
    private static final long BUDGET_NANOS = 100_000_000;
    private static final int BLOCK = 4096;
    private static final int MAX_WRITES = 200;
    private static final int WARM_UP = 3;
    private static final long MIN_MICROS = 50;
    private static final long MAX_MICROS = 3_333;

    private JournalCalibration() {}

    /**
     * Returns the time of a forced write in microseconds, from the stored result or a new
     * measurement.
     */
    static int syncMicros(HomeFolder home) {
        Properties known = home.readIfIntact(FILE);
        String value = known.getProperty(KEY, "");
        if (value.matches("\\d{1,4}")) {
            return Integer.parseInt(value);
        }
        int measured = measure(home);
        known.setProperty(KEY, Integer.toString(measured));
        home.write(FILE, known);
        return measured;
    }

    private static int measure(HomeFolder home) {
        Path file = home.resolve("calibration.tmp");
        long[] nanos = new long[MAX_WRITES];
        int writes = 0;
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(ByteBuffer.allocate(BLOCK * 64), 0);
            channel.force(true);
            long end = System.nanoTime() + BUDGET_NANOS;
            long begin = System.nanoTime();
            while (writes < MAX_WRITES && (begin < end || writes == 0)) {
                channel.write(ByteBuffer.allocate(BLOCK), (long) BLOCK * (writes % 64));
                channel.force(false);
                long now = System.nanoTime();
                nanos[writes++] = now - begin;
                begin = now;
            }
        } catch (IOException e) {
            throw StoreErrors.home(home.path(), e);
        } finally {
            delete(file);
        }
        int from = writes > 2 * WARM_UP ? WARM_UP : 0;
        Arrays.sort(nanos, from, writes);
        long quartile = nanos[from + (writes - from) / 4] / 1000;
        return (int) Math.clamp(quartile, MIN_MICROS, MAX_MICROS);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The file is small, and the next calibration overwrites it.
        }
    }
}
