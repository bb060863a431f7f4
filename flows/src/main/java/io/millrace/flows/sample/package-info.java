/**
 * Messages outside flows: files whose bytes are bodies, with headers in YAML files next to them;
 * the parts of a message; conditions on messages.
 *
 * <p>Input: files, or {@link io.millrace.engine.queue.QueueMessage}s of queues. Output: the other
 * form of the same messages. Start reading at {@link io.millrace.flows.sample.SampleMessages}.
 */
package io.millrace.flows.sample;
