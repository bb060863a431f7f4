/**
 * Sample messages: files whose bytes are bodies. Headers are in YAML files next to them.
 *
 * <p>Input: files. Output: {@link io.millrace.engine.queue.QueueMessage}s. Start reading at {@link
 * io.millrace.flows.sample.SampleMessages}.
 */
package io.millrace.flows.sample;
