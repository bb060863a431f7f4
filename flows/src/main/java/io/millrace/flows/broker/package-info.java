/**
 * The applications of a broker while they run.
 *
 * <p>Input: compiled applications. Output: execution groups that process messages, deployments and
 * statistics. Start reading at {@link io.millrace.flows.broker.Applications}. The entry type is
 * {@code Broker} in the parent package.
 */
package io.millrace.flows.broker;
