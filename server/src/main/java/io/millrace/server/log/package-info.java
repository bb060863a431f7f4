/**
 * The log of the server: its file ({@code ServerLog}), and levels that operators change while it
 * runs ({@code LogLevels}). Input: settings of {@code broker.yaml} and calls of the administration
 * API. The log of the process is Logback.
 */
package io.millrace.server.log;
