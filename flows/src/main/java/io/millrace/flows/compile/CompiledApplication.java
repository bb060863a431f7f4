package io.millrace.flows.compile;

import io.millrace.engine.error.Problem;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.flows.application.ApplicationSettings;
import io.millrace.flows.application.FlowAssignment;
import io.millrace.flows.library.Registries;

import java.util.List;
import java.util.Map;

/**
 * An application without errors. Immutable; any number of brokers and {@code Flow}s can use it.
 *
 * @param settings settings in {@code application.yaml}
 * @param flows flows by name, in the order of their files
 * @param assignments execution groups of each flow; every flow has at least one
 * @param queues queues that flows use
 * @param dataSources data sources that flows use
 * @param resources named resources that nodes use
 * @param externals values of EXTERNAL variables
 * @param coordinatedSources data sources that flows use in coordinated units
 * @param esql all ESQL modules and routines
 * @param registries extensions, with the message sets of the application
 * @param warnings problems that do not prevent it from running
 */
public record CompiledApplication(
        ApplicationSettings settings,
        Map<String, FlowPlan> flows,
        List<FlowAssignment> assignments,
        NodeNames queues,
        NodeNames dataSources,
        ResourceNames resources,
        Externals externals,
        NodeNames coordinatedSources,
        EsqlProgram esql,
        Registries registries,
        List<Problem> warnings) {

    /** Returns the parsers of message formats. */
    public ParserRegistry parsers() {
        return registries.parsers();
    }

    CompiledApplication with(List<Problem> found) {
        return new CompiledApplication(
                settings,
                flows,
                assignments,
                queues,
                dataSources,
                resources,
                externals,
                coordinatedSources,
                esql,
                registries,
                List.copyOf(found));
    }

    /** Returns this application with other assignments. */
    CompiledApplication withAssignments(List<FlowAssignment> changed) {
        return new CompiledApplication(
                settings,
                flows,
                List.copyOf(changed),
                queues,
                dataSources,
                resources,
                externals,
                coordinatedSources,
                esql,
                registries,
                warnings);
    }
}
