package io.millrace.flows.application;

import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Listener;

import java.nio.file.Path;
import java.util.List;

/**
 * The settings of the server process in {@code broker.yaml}.
 *
 * @param administration port of the administration API
 * @param maxArchiveBytes maximum size of the archive of an application
 * @param log log file of the server
 * @param administrators users of the administration API besides the local administrator
 * @param tracing export of traces; null for none
 * @param repository shared repository of archives; null for none
 * @param drainMillis time that a deployment or the end of the broker waits for messages in progress
 */
public record ServerSettings(
        Listener administration,
        List<Administrator> administrators,
        long maxArchiveBytes,
        Log log,
        Tracing tracing,
        Repository repository,
        long drainMillis) {

    /** Name of the listener of the administration API. */
    static final String ADMINISTRATION = "administration";

    private static final int MAX_CONNECTIONS = 200;

    /** Settings of a server without {@code broker.yaml}. */
    public static final ServerSettings STANDARD =
            new ServerSettings(
                    new Listener(
                            ADMINISTRATION,
                            Listener.LOOPBACK,
                            0,
                            null,
                            ClientAuth.NONE,
                            MAX_CONNECTIONS,
                            Listener.DEFAULT_IDLE_MILLIS,
                            Listener.DEFAULT_HEADER_BYTES),
                    List.of(),
                    256 << 20,
                    new Log("text", "info", 10 << 20, 10),
                    null,
                    null,
                    15_000);

    /**
     * The log file of the server.
     *
     * @param format {@code text} or {@code json}
     * @param level lowest level that is written
     * @param maxFileBytes size after which a new file begins
     * @param maxFiles maximum number of earlier files
     */
    public record Log(String format, String level, long maxFileBytes, int maxFiles) {}

    /**
     * The export of traces.
     *
     * @param service name of the service in the traces
     * @param collector server that receives the spans (OTLP over HTTP)
     * @param sampleOneOf number of messages of which one begins a trace
     * @param headers which messages to queues and topics receive the trace context
     */
    public record Tracing(
            String service, Endpoint collector, int sampleOneOf, TraceHeaders headers) {}

    /**
     * The shared repository of archives: a folder, or a type with an endpoint.
     *
     * @param folder folder of the repository; null for a type
     * @param type name of a type of an extension; empty for a folder
     * @param endpoint endpoint of a type; null for a folder
     */
    public record Repository(Path folder, String type, Endpoint endpoint) {}

    /** The messages to queues and topics that receive the trace context in MQRFH2.usr. */
    public enum TraceHeaders {
        /** Messages with an MQRFH2. */
        EXISTING,
        /** All messages. Those without an MQRFH2 get one. */
        ALWAYS,
        NEVER
    }
}
