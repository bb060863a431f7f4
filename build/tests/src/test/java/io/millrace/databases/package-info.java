/**
 * Flows on real databases: what the databases that Millrace knows must do alike, lost connections,
 * and coordinated units of work.
 *
 * <p>Begin with {@link io.millrace.databases.DatabaseContract}.
 */
package io.millrace.databases;
