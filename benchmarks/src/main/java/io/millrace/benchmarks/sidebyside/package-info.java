/**
 * The engine alone beside other contenders for the same work, in turns in one virtual machine. The
 * work is that of JMH benchmarks. Begin with {@link io.millrace.benchmarks.sidebyside.Comparisons};
 * {@link io.millrace.benchmarks.sidebyside.SideBySide} measures them.
 */
package io.millrace.benchmarks.sidebyside;
