package io.millrace.benchmarks.result;

import com.sun.management.OperatingSystemMXBean;

import org.apache.commons.math3.stat.StatUtils;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine of a run, without names of hosts or users.
 *
 * @param cpu model of the processor
 * @param cores number of processors available to this process
 * @param memoryBytes memory of the machine, in bytes
 * @param heapBytes maximum heap of this process, in bytes
 * @param os name and version of the operating system
 * @param fileSystem type of the file system of the stores
 * @param forcedWriteMicros median time of a forced write of 4 KB on that file system, in
 *     microseconds
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
    private static final int MAX_WRITES = 500;

    /** Describes this machine and the disk of the system's folder for temporary files. */
    public static Machine here() {
        return here(Path.of(System.getProperty("java.io.tmpdir")), "");
    }

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
        Matcher model =
                Pattern.compile("model name\\s*: (.*)")
                        .matcher(Files.isReadable(file) ? Files.readString(file) : "");
        return model.find() ? model.group(1) : System.getProperty("os.arch");
    }

    private static double forcedWrite(Path folder) throws IOException {
        Path file = Files.createTempFile(folder, "forced", ".tmp");
        double[] micros = new double[MAX_WRITES];
        int writes = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(64 * BLOCK), 0);
            channel.force(true);
            long start = System.nanoTime();
            while (writes < MAX_WRITES && System.nanoTime() - start < 500_000_000) {
                long begin = System.nanoTime();
                channel.write(ByteBuffer.allocate(BLOCK), writes % 64 * BLOCK);
                channel.force(false);
                micros[writes++] = (System.nanoTime() - begin) / 1e3;
            }
        } finally {
            Files.delete(file);
        }
        return StatUtils.percentile(micros, 0, writes, 50);
    }

    @Override
    public String toString() {
        return "%s, %d cores, %s, forced write %.0f us%s"
                .formatted(
                        cpu,
                        cores,
                        fileSystem,
                        forcedWriteMicros,
                        journal.isEmpty() ? "" : ", journal " + journal);
    }
}
