/**
 * The commands, a class each: options, help and what they do, over the doors {@code Broker} and
 * {@code Flow}.
 *
 * <p>Begin with any of them; what they share is {@code HomeFolder} (the store of a home folder) and
 * {@code ExitCode}; {@code Program} runs them.
 */
package io.millrace.server.command;
