package io.millrace.benchmarks.mqsi;

/**
 * Use of the machine by a run. NaN if the system does not report it.
 *
 * @param cpuPercent of all cores, by this process
 * @param cpuMostPercent the most of a tenth of a second
 * @param cpuHighPercent the share of the time in which it was more than 85 %
 * @param ioWaitPercent time that the machine's processors waited for disks, in percent
 * @param diskPercent the share of the time in which the disk of the stores was busy
 * @param swapInsPerSecond pages read back
 */
record Strain(
        double cpuPercent,
        double cpuMostPercent,
        double cpuHighPercent,
        double ioWaitPercent,
        double diskPercent,
        double swapInsPerSecond) {}
