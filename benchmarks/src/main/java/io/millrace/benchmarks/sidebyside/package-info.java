/**
 * The engine alone beside others who do the same work, in turns in one virtual machine: what the
 * goals for the engine's speed are held against. JMH measures the same works one after the other,
 * each in a virtual machine of its own that has seen nothing else.
 *
 * <p>In come JMH's benchmark classes with their parameters, out go ratios. Begin with {@link
 * io.millrace.benchmarks.sidebyside.Comparisons}; {@link
 * io.millrace.benchmarks.sidebyside.SideBySide} measures them.
 */
package io.millrace.benchmarks.sidebyside;
