package io.millrace.flows.broker;

import io.millrace.engine.database.DataSourceDefinition;

/**
 * A snapshot of the state of a data source.
 *
 * @param application application that declares it; empty for one in broker.yaml
 * @param inUse number of connections that flows use
 */
public record DataSourceStatus(String application, DataSourceDefinition definition, long inUse) {}
