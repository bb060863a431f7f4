/**
 * Others who do the scenarios' work over the same embedded broker: Apache Camel, Spring
 * Integration, and plain JMS by hand. Each is set up as its own documentation advises for speed,
 * with the same guarantees as the flow beside it; the comments say what was chosen and why.
 *
 * <p>In come scenarios, out go {@link io.millrace.benchmarks.drive.Contender}s. Begin with {@link
 * io.millrace.benchmarks.peer.Peers}.
 */
package io.millrace.benchmarks.peer;
