package io.millrace.projects.convert;

import io.millrace.projects.dialect.Dialect;
import io.millrace.projects.java.JavaClasses;

import java.util.Set;

/**
 * The state of the conversion of an application that all its flows share.
 *
 * @param domains message domains that have parsers
 * @param models names of the message sets of the application
 * @param resources endpoints, credentials and data sources of the generated settings
 * @param hasClasses whether the application has a folder of jars, whose classes are not examined
 * @param classes Java classes of the projects
 */
record Context(
        Dialect dialect,
        Set<String> domains,
        Set<String> models,
        boolean hasClasses,
        JavaClasses classes,
        Environment environment,
        GeneratedResources resources,
        Findings findings,
        FlowOverrides overrides,
        FlowSet flows) {}
