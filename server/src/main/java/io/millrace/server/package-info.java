/**
 * The process that people start: the command line.
 *
 * <p>Input: arguments. Output: exit codes, tables and messages that a person can act on. Start
 * reading at {@link io.millrace.server.Millrace}; each command is a class of {@code command}.
 */
package io.millrace.server;
