/**
 * The client of the administration API, which commands use.
 *
 * <p>Input: the home folder or the URL of a server. Output: responses as JSON, or an exception with
 * the error of the server. Begin with {@link io.millrace.server.client.AdministrationClient}.
 */
package io.millrace.server.client;
