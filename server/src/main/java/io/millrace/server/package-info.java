/**
 * The process that people start: the command line.
 *
 * <p>In come arguments; out go exit codes, tables and messages that a person can act on. Begin with
 * {@link io.millrace.server.Millrace}; each command is a class of {@code command}.
 */
package io.millrace.server;
