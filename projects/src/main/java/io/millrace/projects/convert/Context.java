package io.millrace.projects.convert;

import io.millrace.projects.dialect.Dialect;

import java.util.Set;

/**
 * The state of the conversion of an application that all its flows share.
 *
 * @param domains message domains that have parsers
 * @param models names of the message sets of the application
 * @param resources endpoints, credentials and data sources of the generated settings
 * @param hasClasses whether jars with classes for JavaCompute nodes belong to the application
 */
record Context(
        Dialect dialect,
        Set<String> domains,
        Set<String> models,
        boolean hasClasses,
        Environment environment,
        GeneratedResources resources,
        Findings findings,
        FlowOverrides overrides,
        FlowSet flows) {}
