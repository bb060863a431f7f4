package io.millrace.benchmarks.torture;

import io.millrace.store.journal.FileLedger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** The sectors of a file with a content on the disk that differs from the written content. */
final class SectorLog {

    private static final int SECTOR = 512;

    /** Sectors that were written but not forced, with their previous content. */
    private final Map<Long, byte[]> unforced = new HashMap<>();

    /** Sectors that could not be forced, with their content until they are written again. */
    private final Map<Long, byte[]> lost = new HashMap<>();

    private final boolean isLedger;

    /** Separate channel, which stays open when the file is closed, renamed or deleted. */
    private final FileChannel channel;

    SectorLog(Path file) throws IOException {
        isLedger = file.endsWith(FileLedger.FILE);
        channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    void beforeWrite(long position, int length) throws IOException {
        long last = (position + length - 1) / SECTOR;
        for (long sector = position / SECTOR; sector <= last; sector++) {
            byte[] before = lost.remove(sector);
            if (before != null) {
                unforced.put(sector, before);
            } else if (!unforced.containsKey(sector)) {
                // The content after the end of the file is zeros.
                ByteBuffer content = ByteBuffer.allocate(SECTOR);
                int read = 0;
                while (content.hasRemaining() && read >= 0) {
                    read = channel.read(content, sector * SECTOR + content.position());
                }
                unforced.put(sector, content.array());
            }
        }
    }

    void forced() {
        unforced.clear();
    }

    /** Records a failed forced write: the data counts as written, but is not on the disk. */
    void lose() {
        lost.putAll(unforced);
        unforced.clear();
    }

    /**
     * Restores the content of the disk, on which only some of the unforced sectors were written.
     */
    void powerFails(Random random) {
        try {
            long size = channel.size();
            unforced.values().removeIf(content -> !random.nextBoolean());
            lost.putAll(unforced);
            for (var sector : lost.entrySet()) {
                long position = sector.getKey() * SECTOR;
                int length = Math.clamp(size - position, 0, SECTOR);
                ByteBuffer content = ByteBuffer.wrap(sector.getValue(), 0, length);
                while (content.hasRemaining()) {
                    channel.write(content, position + content.position());
                }
            }
            if (isLedger) {
                // The next process starts as after a reboot.
                channel.write(ByteBuffer.allocate(Long.BYTES), 16);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
