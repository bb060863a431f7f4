/**
 * The meters of a server for monitoring systems.
 *
 * <p>Input: statistics of the broker. Output: text in the format of Prometheus. Begin with {@link
 * io.millrace.server.telemetry.Meters}.
 */
package io.millrace.server.telemetry;
