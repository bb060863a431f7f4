/**
 * The library's entry types: {@link io.millrace.flows.Broker} runs applications on queues, {@link
 * io.millrace.flows.Flow} sends single messages through a flow without queues, and {@link
 * io.millrace.flows.Application} is the application that both run.
 *
 * <p>Input: folders and messages. Output: messages, statistics and problems. An application passes
 * these packages: {@code application} reads its files, {@code definition} and {@code check} its
 * flows, {@code compile} prepares them to run, {@code broker} runs them. Start reading at {@code
 * Application}.
 */
package io.millrace.flows;
