/**
 * A port of HTTP on Helidon SE, with TLS and limits for slow clients. Its input is a {@code
 * Listener}; each request is an {@code Exchange} for its handler. The nodes for HTTP and the
 * administration API use it. Start reading at {@code HttpPort}.
 */
package io.millrace.connectors.http.port;
