package io.millrace.flows.definition;

import io.millrace.engine.error.Source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The definitions that a {@link DefinitionSource} read.
 *
 * @param flows flows and subflows
 * @param esql sources of ESQL
 * @param models sources in the form of {@code *.model.yaml}
 * @param settings source in the form of {@code application.yaml}, which applies if the folder has
 *     no such file; null for none
 * @param contents files that nodes use, for example stylesheets, by their paths with slashes
 * @param jars jars with Java classes of the application, by file name
 * @param overrides values of settings by their full names, as in {@code overrides.yaml}
 */
public record Definitions(
        List<FlowDefinition> flows,
        List<Source> esql,
        List<Source> models,
        Source settings,
        Map<String, byte[]> contents,
        Map<String, byte[]> jars,
        Map<String, PropertyText> overrides) {

    public Definitions {
        flows = List.copyOf(flows);
        esql = List.copyOf(esql);
        models = List.copyOf(models);
        contents = Map.copyOf(contents);
        jars = Map.copyOf(jars);
        overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
    }

    /** Creates definitions without jars and overrides. */
    public Definitions(
            List<FlowDefinition> flows,
            List<Source> esql,
            List<Source> models,
            Source settings,
            Map<String, byte[]> contents) {
        this(flows, esql, models, settings, contents, Map.of(), Map.of());
    }

    /** Creates definitions without settings and other files. */
    public Definitions(List<FlowDefinition> flows, List<Source> esql, List<Source> models) {
        this(flows, esql, models, null, Map.of());
    }

    /** Returns definitions of flows without ESQL and message sets. */
    public static Definitions of(List<FlowDefinition> flows) {
        return new Definitions(flows, List.of(), List.of());
    }
}
