package io.millrace.benchmarks.mqsi;

/**
 * What a run took of the machine. NaN where the system does not tell.
 *
 * @param cpuPercent of all cores, by this process
 * @param cpuMostPercent the most of a tenth of a second
 * @param cpuHighPercent the share of the time in which it was more than 85 %
 * @param ioWaitPercent what the machine's processors waited for disks
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
