/**
 * The resource managers: queues on Apache Artemis in {@code artemis}, data sources in {@code jdbc}.
 * The engine and the flows find them only through service files. Without this module, neither
 * Artemis nor a connection pool is on the class path.
 */
package io.millrace.store;
