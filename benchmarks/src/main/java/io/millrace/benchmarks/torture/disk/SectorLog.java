package io.millrace.benchmarks.torture.disk;

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

/** The sectors of a file whose content on the disk differs from the written content. */
final class SectorLog {

    private static final int SECTOR = 512;

    /** Sectors that were written and not forced, with their previous content. */
    private final Map<Long, byte[]> unforced = new HashMap<>();

    /** Sectors that could not be forced, with their content until they are written again. */
    private final Map<Long, byte[]> lost = new HashMap<>();

    /** Offset of the boot id in the ledger of the store's files. */
    private static final long BOOT_AT = 16;

    private final boolean isLedger;

    /** A separate channel, which remains open when the file is closed, renamed or deleted. */
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
                unforced.put(sector, read(sector));
            }
        }
    }

    /** Returns a sector; bytes beyond the end are zeros. */
    private byte[] read(long sector) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(SECTOR);
        while (buffer.hasRemaining()
                && channel.read(buffer, sector * SECTOR + buffer.position()) >= 0) {
            // Until the sector is whole.
        }
        return buffer.array();
    }

    void forced() {
        unforced.clear();
    }

    /** Handles a failed force: the data counts as written, and is not on the disk. */
    void lose() {
        lost.putAll(unforced);
        unforced.clear();
    }

    /** Leaves the disk's content in the file: some sectors of the data that was not forced. */
    void powerGoes(Random random) {
        try {
            long size = channel.size();
            for (Map.Entry<Long, byte[]> sector : unforced.entrySet()) {
                if (random.nextBoolean()) {
                    restore(sector, size);
                }
            }
            for (Map.Entry<Long, byte[]> sector : lost.entrySet()) {
                restore(sector, size);
            }
            if (isLedger) {
                // The next process starts on another boot.
                channel.write(ByteBuffer.allocate(Long.BYTES), BOOT_AT);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void restore(Map.Entry<Long, byte[]> sector, long size) throws IOException {
        long position = sector.getKey() * SECTOR;
        int length = (int) Math.min(SECTOR, size - position);
        if (length > 0) {
            ByteBuffer bytes = ByteBuffer.wrap(sector.getValue(), 0, length);
            while (bytes.hasRemaining()) {
                channel.write(bytes, position + bytes.position());
            }
        }
    }
}
