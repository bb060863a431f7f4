/**
 * The output of commands: tables, colours on terminals, a refreshing display.
 *
 * <p>Start reading at {@link io.millrace.server.console.Console}.
 */
package io.millrace.server.console;
