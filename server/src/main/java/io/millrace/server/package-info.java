/**
 * The command line.
 *
 * <p>Input: arguments. Output: exit codes, tables and messages for users. Begin with {@link
 * io.millrace.server.Millrace}; each command is a class of {@code command}.
 */
package io.millrace.server;
