/**
 * The library's doors: {@link io.millrace.flows.Broker} runs applications on queues, {@link
 * io.millrace.flows.Flow} sends single messages through a flow without any, {@link
 * io.millrace.flows.Application} is what both run.
 *
 * <p>In come folders and messages; out go messages, statistics and problems. The way of an
 * application: package {@code application} reads its files, {@code definition} and {@code check}
 * its flows, {@code compile} makes them ready. Begin with {@code Application}.
 */
package io.millrace.flows;
