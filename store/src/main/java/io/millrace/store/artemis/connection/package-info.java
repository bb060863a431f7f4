/**
 * Connections to a broker in this process or another one, and TLS for both sides. Input: a URL,
 * user and certificates. Output: the sessions of {@link
 * io.millrace.store.artemis.connection.ConnectionPool}.
 */
package io.millrace.store.artemis.connection;
