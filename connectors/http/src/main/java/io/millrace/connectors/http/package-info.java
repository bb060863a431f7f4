/**
 * Nodes for HTTP: servers ({@link io.millrace.connectors.http.HTTPInput}, {@code HTTPReply}) and
 * clients ({@code HTTPRequest}, {@code HTTPAsyncRequest}, {@code RESTRequest}), on Helidon SE.
 *
 * <p>A {@code ListenerServer} receives the requests of all input nodes with the same listener and
 * finds the node by method and path ({@code Routes}). A {@code PendingRequest} is the message of
 * the call of a flow and waits for the reply, which an HTTPReply node of any flow can send. Start
 * reading at {@code HTTPInput}.
 */
package io.millrace.connectors.http;
