package io.millrace.benchmarks.torture.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;

/**
 * The disk of this process. For every sector that was written and not forced, it keeps the previous
 * content, which is restored when the power fails. Forcing takes no time. Safe to use from several
 * threads, one at a time.
 */
public final class Disk {

    private static DiskFault fault;
    private static final Map<FileChannel, SectorLog> CHANNELS = new IdentityHashMap<>();

    /** Files by their identity, regardless of their name: channels of a file share its log. */
    private static final Map<Object, SectorLog> FILES = new HashMap<>();

    private static int forces;
    private static int writes;

    private Disk() {}

    static void install(DiskFault what) {
        fault = what;
    }

    /** Replaces {@link RandomAccessFile#write(byte[], int, int)}. */
    public static void write(RandomAccessFile file, byte[] bytes, int offset, int length)
            throws IOException {
        synchronized (Disk.class) {
            FileChannel channel = file.getChannel();
            beforeWrite(channel, channel.position(), length);
            file.write(bytes, offset, length);
        }
    }

    /** Replaces {@link FileChannel#write(ByteBuffer)}. */
    public static int write(FileChannel channel, ByteBuffer bytes) throws IOException {
        synchronized (Disk.class) {
            beforeWrite(channel, channel.position(), bytes.remaining());
            return channel.write(bytes);
        }
    }

    /** Replaces {@link FileChannel#write(ByteBuffer, long)}. */
    public static int write(FileChannel channel, ByteBuffer bytes, long position)
            throws IOException {
        synchronized (Disk.class) {
            beforeWrite(channel, position, bytes.remaining());
            return channel.write(bytes, position);
        }
    }

    private static void beforeWrite(FileChannel channel, long position, int length)
            throws IOException {
        writes++;
        boolean now = writes >= fault.at();
        if (now && fault.kind() == DiskFault.Kind.WRITE_FAILS) {
            if (writes == fault.at()) {
                powerGoesSoon();
            }
            throw new IOException("Input/output error");
        }
        if (now && fault.kind() == DiskFault.Kind.FULL) {
            throw new IOException("No space left on device");
        }
        log(channel).beforeWrite(position, length);
    }

    /** Replaces {@link FileChannel#force}. */
    public static void force(FileChannel channel, boolean metaData) throws IOException {
        synchronized (Disk.class) {
            if (Files.isDirectory(path(channel))) {
                // What is in folders is not lost here.
                return;
            }
            forces++;
            switch (fault.kind()) {
                case POWER -> {
                    if (forces == fault.at()) {
                        powerGoes();
                    }
                }
                case LIES -> {
                    if (forces == fault.at()) {
                        powerGoesSoon();
                    }
                    if (forces >= fault.at()) {
                        return;
                    }
                }
                case FORCE_FAILS -> {
                    if (forces == fault.at()) {
                        log(channel).lose();
                        powerGoesSoon();
                        throw new IOException("Input/output error");
                    }
                }
                case WRITE_FAILS, FULL -> {}
            }
            log(channel).forced();
        }
    }

    private static SectorLog log(FileChannel channel) throws IOException {
        SectorLog log = CHANNELS.get(channel);
        if (log == null) {
            Path path = path(channel);
            Object file = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            log = FILES.get(file);
            if (log == null) {
                log = new SectorLog(path);
                FILES.put(file, log);
            }
            CHANNELS.put(channel, log);
        }
        return log;
    }

    /**
     * Returns the path that a channel was opened with, which the channel itself does not provide.
     */
    private static Path path(FileChannel channel) throws IOException {
        try {
            Field path = channel.getClass().getDeclaredField("path");
            path.setAccessible(true);
            return Path.of((String) path.get(channel));
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }

    private static void powerGoesSoon() {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                Thread.sleep(fault.thenMillis());
                            } catch (InterruptedException e) {
                                // Then it goes now.
                            }
                            synchronized (Disk.class) {
                                powerGoes();
                            }
                        });
    }

    private static void powerGoes() {
        Random random = new Random(fault.seed());
        for (SectorLog log : FILES.values()) {
            log.powerGoes(random);
        }
        Runtime.getRuntime().halt(DiskFault.DARK);
    }
}
