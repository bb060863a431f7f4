/**
 * Traces of messages with OpenTelemetry.
 *
 * <p>Input: calls of nodes, as {@link io.millrace.engine.observe.FlowObserver} reports them, and
 * the trace context in headers of messages. Output: spans, which are sent to a collector with OTLP
 * over HTTP, and the trace context in headers of messages that are sent. Begin with {@link
 * io.millrace.server.tracing.Tracing}.
 */
package io.millrace.server.tracing;
