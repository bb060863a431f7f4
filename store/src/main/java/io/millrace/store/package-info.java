/**
 * The resource managers: queues over Apache Artemis in {@code artemis}, data sources in {@code
 * jdbc}. The engine and the flows see them only through the service files; who leaves this module
 * out has neither Artemis nor a pool.
 */
package io.millrace.store;
