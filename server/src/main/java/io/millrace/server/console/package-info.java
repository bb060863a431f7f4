/**
 * What commands print with: tables, colours where there is a terminal, a display that refreshes.
 *
 * <p>Begin with {@link io.millrace.server.console.Console}.
 */
package io.millrace.server.console;
