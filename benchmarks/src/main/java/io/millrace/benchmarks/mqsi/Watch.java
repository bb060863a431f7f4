package io.millrace.benchmarks.mqsi;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Begins the sampling. */
    Watch(Path folder) {
        disk = device(folder);
        first = state();
        thread.start();
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

    /** Ends; returns figures by their names in results, without those that are unknown. */
    Map<String, Double> seen() {
        State last = state();
        close();
        double average = processorPercent(first, last);
        List<Double> all = processor.isEmpty() ? List.of(average) : processor;
        double millis = (last.nanos - first.nanos) / 1e6;
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("cpuMostPercent", Collections.max(all));
        figures.put(
                "cpuAbove85Percent",
                100.0 * all.stream().filter(percent -> percent > MANY).count() / all.size());
        figures.put(
                "ioWaitPercent", 100 * (last.ioWait - first.ioWait) / (last.ticks - first.ticks));
        figures.put("diskBusyPercent", 100 * (last.busy - first.busy) / millis);
        figures.put("swapInsPerSecond", 1e3 * (last.swapIns - first.swapIns) / millis);
        figures.values().removeIf(figure -> figure.isNaN());
        return figures;
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
        return new State(
                System.nanoTime(),
                SYSTEM.getProcessCpuTime(),
                at(cpu, CPU_IO_WAIT),
                Arrays.stream(cpu).skip(1).limit(CPU_LAST).sum(),
                at(numbers("/proc/diskstats", disk), DISK_BUSY),
                at(numbers("/proc/vmstat", "pswpin "), 1));
    }

    private static double at(double[] numbers, int index) {
        return index < numbers.length ? numbers[index] : Double.NaN;
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
        try (Stream<String> lines = Files.lines(Path.of(file))) {
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
