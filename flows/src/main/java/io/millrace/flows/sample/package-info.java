/**
 * Messages outside flows: message files with their headers in YAML files next to them, the parts of
 * a message, and conditions on messages.
 *
 * <p>Input: files, or {@link io.millrace.engine.queue.QueueMessage}s of queues. Output: the same
 * messages as messages of queues or as files. Start reading at {@link
 * io.millrace.flows.sample.SampleMessages}.
 */
package io.millrace.flows.sample;
