package io.millrace.flows.definition;

import io.millrace.engine.error.Source;

import java.util.List;

/**
 * The definitions that a {@link DefinitionSource} read.
 *
 * @param flows flows and subflows
 * @param esql sources of ESQL
 * @param models sources in the form of {@code *.model.yaml}
 */
public record Definitions(List<FlowDefinition> flows, List<Source> esql, List<Source> models) {

    public Definitions {
        flows = List.copyOf(flows);
        esql = List.copyOf(esql);
        models = List.copyOf(models);
    }

    /** Returns definitions of flows without ESQL and message sets. */
    public static Definitions of(List<FlowDefinition> flows) {
        return new Definitions(flows, List.of(), List.of());
    }
}
