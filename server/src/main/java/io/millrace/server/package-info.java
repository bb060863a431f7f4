/**
 * The command line.
 *
 * <p>Input: arguments. Output: exit codes, tables and messages for users. Begin with {@link
 * io.millrace.server.Millrace}; each command is a class of the package {@code command}.
 */
package io.millrace.server;
