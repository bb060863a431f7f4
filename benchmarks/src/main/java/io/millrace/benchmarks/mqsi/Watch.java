package io.millrace.benchmarks.mqsi;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Samples ten times a second the figures that the report read from {@code vmstat} and {@code
 * iostat}: the process's share of the processors, their wait for the disk, the utilization of a
 * folder's disk, and pages read back from swap. A figure is NaN if the system does not report it.
 */
final class Watch implements AutoCloseable {

    private static final long PERIOD_MILLIS = 100;
    private static final double MANY = 85;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;

    private static final int CPU_IO_WAIT = 5;
    private static final int CPU_LAST = 8;
    private static final int DISK_BUSY = 12;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = Thread.ofPlatform().name("watch").daemon().unstarted(this::look);
    private final String disk;
    private final List<Double> processor = new ArrayList<>();
    private final State first;

    /** All figures at one time; the counts increase. */
    private record State(
            long nanos, long processor, double ioWait, double ticks, double busy, double swapIns) {}

    private Watch(Path folder) {
        disk = device(folder);
        first = state();
        thread.start();
    }

    /** Begins the sampling. */
    static Watch begin(Path folder) {
        return new Watch(folder);
    }

    private void look() {
        State before = first;
        try {
            while (!end.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
                State now = state();
                processor.add(processorPercent(before, now));
                before = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the sampling and returns the result. */
    Strain seen() {
        State last = state();
        close();
        double average = processorPercent(first, last);
        double most = processor.stream().mapToDouble(Double::doubleValue).max().orElse(average);
        long high = processor.stream().filter(percent -> percent > MANY).count();
        double millis = (last.nanos - first.nanos) / NANOS_PER_MILLI;
        return new Strain(
                average,
                most,
                processor.isEmpty() ? (average > MANY ? 100 : 0) : 100.0 * high / processor.size(),
                100 * (last.ioWait - first.ioWait) / (last.ticks - first.ticks),
                100 * (last.busy - first.busy) / millis,
                MILLIS_PER_SECOND * (last.swapIns - first.swapIns) / millis);
    }

    @Override
    public void close() {
        end.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double processorPercent(State from, State to) {
        int cores = Runtime.getRuntime().availableProcessors();
        double share = (double) (to.processor - from.processor) / (to.nanos - from.nanos) / cores;
        return 100 * Math.min(1, share);
    }

    private State state() {
        double[] cpu = numbers("/proc/stat", "cpu ");
        double[] io = numbers("/proc/diskstats", disk);
        double[] swap = numbers("/proc/vmstat", "pswpin ");
        double ticks = 0;
        for (int i = 1; i <= CPU_LAST && i < cpu.length; i++) {
            ticks += cpu[i];
        }
        return new State(
                System.nanoTime(),
                SYSTEM.getProcessCpuTime(),
                cpu.length > CPU_IO_WAIT ? cpu[CPU_IO_WAIT] : Double.NaN,
                ticks,
                io.length > DISK_BUSY ? io[DISK_BUSY] : Double.NaN,
                swap.length > 1 ? swap[1] : Double.NaN);
    }

    /** Returns the begin of the line of the folder's disk in the system's list. */
    private static String device(Path folder) {
        try {
            long number = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
            long major = number >> 8 & 0xFFF;
            long minor = number & 0xFF | number >> 12 & 0xFFF00;
            return major + " " + minor + " ";
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return "unknown";
        }
    }

    /**
     * Returns the words of a line as numbers, NaN if they are not numbers; empty if the line does
     * not exist.
     */
    private static double[] numbers(String file, String begin) {
        Path path = Path.of(file);
        if (!Files.isReadable(path)) {
            return new double[0];
        }
        try (Stream<String> lines = Files.lines(path)) {
            return lines.map(line -> line.strip().replaceAll("\\s+", " "))
                    .filter(line -> line.startsWith(begin))
                    .findFirst()
                    .map(line -> Stream.of(line.split(" ")).mapToDouble(Watch::number).toArray())
                    .orElse(new double[0]);
        } catch (IOException e) {
            return new double[0];
        }
    }

    private static double number(String word) {
        return word.matches("\\d+") ? Double.parseDouble(word) : Double.NaN;
    }
}
