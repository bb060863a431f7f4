/**
 * The commands, one class each, with options, help and implementation. They use the entry types
 * {@code Broker} and {@code Flow}.
 *
 * <p>Begin with {@code MillraceCommand}, which lists them. They share {@code HomeFolder} (the store
 * of a home folder) and {@code ExitCode}; {@code Program} runs them.
 */
package io.millrace.server.command;
