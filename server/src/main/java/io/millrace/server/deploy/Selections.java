package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.flows.broker.FlowStatistics;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The reasons why a selection of flows is empty. */
final class Selections {

    private Selections() {}

    static MillraceException unknown(
            Target target, List<FlowStatistics> all, Map<String, RuntimeException> failed) {
        String application = target.application();
        if (failed.containsKey(application)) {
            return new MillraceException(
                    ErrorCode.CHANGE_REFUSED,
                    """
                    the application %s is deployed, but was not started: %s; deploy a corrected \
                    version, or use ./millrace rollback %s\
                    """
                            .formatted(
                                    application,
                                    failed.get(application).getMessage(),
                                    application));
        }
        Set<String> applications = names(all, FlowStatistics::application);
        if (!application.isEmpty() && !applications.contains(application)) {
            return notDeployed(application, applications);
        }
        Set<String> groups = names(all, FlowStatistics::executionGroup);
        if (!target.group().isEmpty() && !groups.contains(target.group())) {
            return error(
                    ErrorCode.UNKNOWN_EXECUTION_GROUP, "execution group", target.group(), groups);
        }
        List<FlowStatistics> own =
                all.stream()
                        .filter(f -> application.isEmpty() || f.application().equals(application))
                        .toList();
        return target.flow().isEmpty()
                ? new MillraceException(
                        ErrorCode.UNKNOWN_FLOW, "no flow is deployed; deploy an application first")
                : error(
                        ErrorCode.UNKNOWN_FLOW,
                        "flow",
                        target.flow(),
                        names(own, FlowStatistics::flow));
    }

    /** Returns the error for an application that is not deployed. */
    static MillraceException notDeployed(String name, Set<String> deployed) {
        String hint =
                deployed.isEmpty()
                        ? "no application is deployed"
                        : "the deployed applications are " + String.join(", ", deployed);
        return new MillraceException(
                ErrorCode.UNKNOWN_APPLICATION,
                "the application %s is not deployed; %s"
                        .formatted(name, Problems.didYouMean(name, deployed, hint)));
    }

    private static MillraceException error(
            ErrorCode code, String what, String name, Set<String> known) {
        String hint =
                known.isEmpty()
                        ? "none exists"
                        : "those that exist are " + String.join(", ", known);
        return new MillraceException(
                code,
                "the %s %s does not exist; %s"
                        .formatted(what, name, Problems.didYouMean(name, known, hint)));
    }

    private static Set<String> names(
            List<FlowStatistics> all, Function<FlowStatistics, String> name) {
        return all.stream().map(name).collect(Collectors.toCollection(TreeSet::new));
    }
}
