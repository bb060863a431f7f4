/**
 * Peers that do the work of scenarios over the same embedded broker: Apache Camel, Spring
 * Integration, and JMS. Each is configured as its documentation advises for speed, with the
 * guarantees of the flow beside it. Begin with {@link io.millrace.benchmarks.peer.Peers}.
 */
package io.millrace.benchmarks.peer;
