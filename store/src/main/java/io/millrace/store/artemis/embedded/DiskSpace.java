package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.setting.LimitUse;
import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.ActiveMQAddressFullException;
import org.apache.activemq.artemis.api.core.Message;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A check of the free disk space, which rejects messages before Artemis writes them, because a
 * failed write ends the broker. Messages of flows and of the clients of all protocols are checked.
 * The reserved space is for journal files and for acknowledgements, which are never rejected.
 *
 * <p>The free space is determined again when the bytes written since then could have used it up,
 * and after a tenth of a second, because other processes also write to the disk. Safe for use by
 * several threads.
 */
final class DiskSpace {

    /** Minimum number of bytes reserved: three journal files. */
    static final long MIN_FREE = 32L << 20;

    private static final long MAX_AGE_NANOS = 100_000_000;
    private static final int MAX_REFUSED = 10_000;

    private final HomeFolder home;
    private final FileStore disk;

    /** Number of bytes that must stay free; 0 if messages are never rejected. */
    private final long minFree;

    private final AtomicLong room = new AtomicLong();
    private volatile long readAt = System.nanoTime() - MAX_AGE_NANOS;

    /** Number of bytes of large messages that are being written. */
    private final AtomicLong inFlight = new AtomicLong();

    /** Ids of large messages of which a part was rejected. */
    private final Set<Long> refused =
            Collections.synchronizedSet(
                    Collections.newSetFromMap(
                            new LinkedHashMap<>() {
                                @Override
                                protected boolean removeEldestEntry(Map.Entry<Long, Boolean> e) {
                                    return size() > MAX_REFUSED;
                                }
                            }));

    private DiskSpace(HomeFolder home, FileStore disk, long minFree) {
        this.home = home;
        this.disk = disk;
        this.minFree = minFree;
    }

    static DiskSpace of(HomeFolder home, QueueStoreSettings.Journal journal) {
        try {
            FileStore disk = Files.getFileStore(home.path());
            int percent = 100 - journal.diskFullPercent();
            long share = disk.getTotalSpace() / 100 * percent;
            return new DiskSpace(home, disk, percent == 0 ? 0 : Math.max(share, MIN_FREE));
        } catch (IOException e) {
            throw StoreErrors.home(home.path(), e);
        }
    }

    /** Returns the number of bytes that must stay free; 0 if messages are never rejected. */
    long minFree() {
        return minFree;
    }

    /**
     * Returns the usage of the disk, including files of other programs; empty if no limit applies.
     */
    List<LimitUse> limits() {
        if (minFree == 0) {
            return List.of();
        }
        try {
            long total = disk.getTotalSpace();
            return List.of(
                    LimitUse.bytes(
                            "disk", home.path().toString(), total - free(), total - minFree));
        } catch (IOException e) {
            throw StoreErrors.home(home.path(), e);
        }
    }

    /** Whether even an empty message is rejected. */
    boolean isFull() {
        return minFree > 0 && free() < minFree;
    }

    /** Whether files with the given total size can be written without using the reserve. */
    boolean hasRoomFor(long bytes) {
        return minFree == 0 || free() - minFree >= bytes;
    }

    /**
     * Returns the number of bytes that this process can still write; unlimited if the number is
     * unknown.
     */
    long free() {
        try {
            return disk.getUsableSpace();
        } catch (IOException e) {
            // The failed write reports the error.
            return Long.MAX_VALUE;
        }
    }

    /**
     * Checks that the disk has enough space for a message.
     *
     * @throws ActiveMQAddressFullException if it does not
     */
    void check(long bytes) throws ActiveMQAddressFullException {
        check(bytes, inFlight.get() + bytes);
    }

    private void check(long bytes, long unwritten) throws ActiveMQAddressFullException {
        if (minFree == 0) {
            return;
        }
        boolean old = System.nanoTime() - readAt > MAX_AGE_NANOS;
        if (old || room.addAndGet(-bytes) < 0) {
            long left = free() - minFree - unwritten;
            room.set(left);
            readAt = System.nanoTime();
            if (left < 0) {
                room.set(0);
                throw new ActiveMQAddressFullException(
                        ErrorCode.STORE_DISK_FULL.id()
                                + ": "
                                + StoreErrors.putRefused(home.path(), free(), minFree));
            }
        }
    }

    /** A write of a part of a large message. */
    interface Write {
        void run() throws Exception;
    }

    /** Writes a part of a large message. After a rejected part, all later parts are rejected. */
    void write(long message, int bytes, Write write) throws Exception {
        checkWhole(message);
        long unwritten = inFlight.addAndGet(bytes);
        try {
            check(bytes, unwritten);
            write.run();
        } catch (ActiveMQAddressFullException e) {
            refused.add(message);
            throw e;
        } finally {
            inFlight.addAndGet(-bytes);
        }
    }

    private void checkWhole(long message) throws ActiveMQAddressFullException {
        if (refused.contains(message)) {
            throw new ActiveMQAddressFullException(
                    ErrorCode.STORE_DISK_FULL.id()
                            + ": "
                            + StoreErrors.largePutRefused(home.path(), minFree));
        }
    }

    void check(Message message) throws ActiveMQAddressFullException {
        if (message.isLargeMessage()) {
            // The body of a large message has already been written.
            checkWhole(message.getMessageID());
            check(0);
        } else {
            check(message.getEncodeSize());
        }
    }
}
