package io.millrace.benchmarks.torture;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A simulated disk of this process with a {@link DiskFault}. This class keeps the previous content
 * of each sector that was written but not forced, because a power failure restores this content.
 * Forced writes take no time.
 *
 * <p>This Java agent redirects the calls that write and force durable files to this class: the
 * journals of Artemis, and the files of the queue store and the coordinator.
 */
public final class Disk {

    private static final Set<String> OWNERS =
            Set.of("java/io/RandomAccessFile", "java/nio/channels/FileChannel");
    private static final Set<String> METHODS = Set.of("write", "force");
    private static final Map<FileChannel, SectorLog> CHANNELS = new IdentityHashMap<>();

    /**
     * Logs by file identity, independent of the file name. All channels of a file share one log.
     */
    private static final Map<Object, SectorLog> FILES = new HashMap<>();

    private static DiskFault fault;
    private static int forces;
    private static int writes;

    private Disk() {}

    /** Starts the agent. The virtual machine calls this method before {@code main}. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        fault = DiskFault.parse(arguments);
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader,
                            String name,
                            Class<?> redefined,
                            ProtectionDomain domain,
                            byte[] bytes) {
                        return name != null
                                        && (name.startsWith(
                                                        "org/apache/activemq/artemis/core/io/nio/")
                                                || name.startsWith("io/millrace/store/"))
                                ? redirect(bytes)
                                : null;
                    }
                });
    }

    private static byte[] redirect(byte[] bytes) {
        ClassDesc disk = ClassDesc.of(Disk.class.getName());
        CodeTransform calls =
                (builder, element) -> {
                    if (element instanceof InvokeInstruction call
                            && OWNERS.contains(call.owner().asInternalName())
                            && METHODS.contains(call.name().stringValue())) {
                        builder.invokestatic(
                                disk,
                                call.name().stringValue(),
                                call.typeSymbol().insertParameterTypes(0, call.owner().asSymbol()));
                    } else {
                        builder.with(element);
                    }
                };
        ClassFile file = ClassFile.of();
        return file.transformClass(
                file.parse(bytes), ClassTransform.transformingMethodBodies(calls));
    }

    /** Replaces {@link RandomAccessFile#write(byte[], int, int)}. */
    public static synchronized void write(
            RandomAccessFile file, byte[] bytes, int offset, int length) throws IOException {
        FileChannel channel = file.getChannel();
        beforeWrite(channel, channel.position(), length);
        file.write(bytes, offset, length);
    }

    /** Replaces {@link FileChannel#write(ByteBuffer)}. */
    public static synchronized int write(FileChannel channel, ByteBuffer bytes) throws IOException {
        beforeWrite(channel, channel.position(), bytes.remaining());
        return channel.write(bytes);
    }

    /** Replaces {@link FileChannel#write(ByteBuffer, long)}. */
    public static synchronized int write(FileChannel channel, ByteBuffer bytes, long position)
            throws IOException {
        beforeWrite(channel, position, bytes.remaining());
        return channel.write(bytes, position);
    }

    private static void beforeWrite(FileChannel channel, long position, int length)
            throws IOException {
        if (++writes >= fault.at()) {
            switch (fault.kind()) {
                case WRITE_FAILS -> {
                    if (writes == fault.at()) {
                        powerFailsSoon();
                    }
                    throw new IOException("Input/output error");
                }
                case FULL -> throw new IOException("No space left on device");
                default -> {}
            }
        }
        log(channel).beforeWrite(position, length);
    }

    /** Replaces {@link FileChannel#force}. */
    public static synchronized void force(FileChannel channel, boolean metaData)
            throws IOException {
        if (Files.isDirectory(path(channel))) {
            // Entries of folders are never lost in this simulation.
            return;
        }
        boolean now = ++forces == fault.at();
        switch (fault.kind()) {
            case POWER -> {
                if (now) {
                    powerFails();
                }
            }
            case LIES -> {
                if (now) {
                    powerFailsSoon();
                }
                if (forces >= fault.at()) {
                    return;
                }
            }
            case FORCE_FAILS -> {
                if (now) {
                    log(channel).lose();
                    powerFailsSoon();
                    throw new IOException("Input/output error");
                }
            }
            case WRITE_FAILS, FULL -> {}
        }
        log(channel).forced();
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

    /** Returns the path with which a channel was opened. Channels have no accessor for the path. */
    private static Path path(FileChannel channel) throws IOException {
        try {
            Field path = channel.getClass().getDeclaredField("path");
            path.setAccessible(true);
            return Path.of((String) path.get(channel));
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }

    private static void powerFailsSoon() {
        CompletableFuture.delayedExecutor(fault.thenMillis(), TimeUnit.MILLISECONDS)
                .execute(Disk::powerFails);
    }

    private static synchronized void powerFails() {
        Random random = new Random(fault.seed());
        FILES.values().forEach(log -> log.powerFails(random));
        Runtime.getRuntime().halt(CrashPoint.HALTED);
    }
}
