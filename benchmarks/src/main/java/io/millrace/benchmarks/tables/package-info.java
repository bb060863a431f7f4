/**
 * The tables of the WMQI V2.1 report as JMH benchmarks: a class for each of them, its parameters
 * the report's rows, one operation a round trip as the report counts it; and the same work by the
 * engine alone. Beside them, what the report says in words only.
 *
 * <p>In come {@link io.millrace.benchmarks.scenario.Scenario}s, out go JMH's results, which carry
 * the scenario_id. Begin with {@link io.millrace.benchmarks.tables.Table}.
 */
package io.millrace.benchmarks.tables;
