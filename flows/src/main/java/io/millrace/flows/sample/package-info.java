/**
 * Sample messages: files whose bytes are bodies, with headers in YAML beside them.
 *
 * <p>In come files; out go {@link io.millrace.engine.queue.QueueMessage}s. Begin with {@link
 * io.millrace.flows.sample.SampleMessages}.
 */
package io.millrace.flows.sample;
