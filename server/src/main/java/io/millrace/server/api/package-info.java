/**
 * The administration API of a server, over HTTP with JSON.
 *
 * <p>Input: requests with the token of the server. Output: changes of {@code
 * io.millrace.server.deploy}, and states. Begin with {@link
 * io.millrace.server.api.AdministrationServer}; {@code BrokerApi} contains the operations, and the
 * resource {@code openapi.json} describes them.
 */
package io.millrace.server.api;
