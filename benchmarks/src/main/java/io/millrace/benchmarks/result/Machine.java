package io.millrace.benchmarks.result;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The machine of a run, without names of hosts or people.
 *
 * @param cpu model of the processor
 * @param cores available to this process
 * @param memoryBytes of the machine
 * @param heapBytes available to this process
 * @param os name and version
 * @param fileSystem type of the file system of the stores
 * @param forcedWriteMicros median of forced writes of 4 KB on it, in microseconds
 * @param journal type and timer of the journal, for example {@code NIO, 0.31 ms}; empty without a
 *     store
 */
public record Machine(
        String cpu,
        int cores,
        long memoryBytes,
        long heapBytes,
        String os,
        String fileSystem,
        double forcedWriteMicros,
        String journal) {

    private static final int BLOCK = 4096;
    private static final int BLOCKS = 64;
    private static final int MAX_WRITES = 500;
    private static final long BUDGET_NANOS = 500_000_000;

    /**
     * Describes this machine and the disk of a folder.
     *
     * @param stores existing folder of the stores
     */
    public static Machine here(Path stores, String journal) {
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Runtime runtime = Runtime.getRuntime();
        try {
            return new Machine(
                    model(),
                    runtime.availableProcessors(),
                    system.getTotalMemorySize(),
                    runtime.maxMemory(),
                    system.getName() + " " + system.getVersion() + " " + system.getArch(),
                    Files.getFileStore(stores).type(),
                    forcedWrite(stores),
                    journal);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String model() throws IOException {
        Path file = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(file)) {
            return System.getProperty("os.arch");
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        }
    }

    private static double forcedWrite(Path folder) throws IOException {
        Path file = Files.createTempFile(folder, "forced", ".tmp");
        long[] nanos = new long[MAX_WRITES];
        int writes = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(BLOCK * BLOCKS), 0);
            channel.force(true);
            long begin = System.nanoTime();
            long end = begin + BUDGET_NANOS;
            while (writes < MAX_WRITES && (begin < end || writes == 0)) {
                channel.write(ByteBuffer.allocate(BLOCK), (long) BLOCK * (writes % BLOCKS));
                channel.force(false);
                long now = System.nanoTime();
                nanos[writes++] = now - begin;
                begin = now;
            }
        } finally {
            Files.delete(file);
        }
        Arrays.sort(nanos, 0, writes);
        return nanos[writes / 2] / 1e3;
    }
}
