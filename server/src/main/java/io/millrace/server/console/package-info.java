/**
 * The output of commands: tables, colours on terminals, a refreshing display.
 *
 * <p>Begin with {@link io.millrace.server.console.Console}.
 */
package io.millrace.server.console;
