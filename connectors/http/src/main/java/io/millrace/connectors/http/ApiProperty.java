package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The property openapi of an HTTPInput node. */
final class ApiProperty {

    private static final String NAME = "openapi";

    private ApiProperty() {}

    /** Returns the check of requests; null without a document, or after an error. */
    static ApiRequests read(NodeDefinition node, PathPattern path, DeployContext context) {
        String file = node.text(NAME).strip();
        if (file.isEmpty()) {
            return null;
        }
        Place place = node.place(NAME);
        Problems problems = context.problems();
        if (!"".equals(path.prefix())) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    node.place("path"),
                    "with openapi, path must end with /* (found " + path.text() + ")");
        }
        if (!node.list("methods").isEmpty()) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    node.place("methods"),
                    "methods cannot be combined with openapi, which contains the methods");
        }
        byte[] content = context.files(Set.of(file)).get(file);
        if (content == null) {
            Set<String> known =
                    context.files(Set.of(".yaml", ".yml", ".json")).keySet().stream()
                            .filter(name -> !name.endsWith(".flow.yaml"))
                            .collect(Collectors.toSet());
            problems.error(
                    ErrorCode.BAD_VALUE,
                    place,
                    "the application has no file " + file,
                    Problems.didYouMean(file, known, "add it to the folder of the application"));
            return null;
        }
        long before = problems.errors();
        RestApi api =
                new ApiReader(
                                file,
                                text -> problems.error(ErrorCode.BAD_VALUE, place, text),
                                text -> problems.warning(ErrorCode.BAD_VALUE, place, text, ""))
                        .read(content);
        // Operations that could not be read are not known, so labels cannot be checked.
        Set<String> missing =
                problems.errors() > before ? Set.of() : unimplemented(api, place, context);
        return new ApiRequests(api, path.segments().size(), missing);
    }

    /** Reports operations without a label, and labels without an operation. */
    private static Set<String> unimplemented(RestApi api, Place place, DeployContext context) {
        if (!context.nodeTypes().contains("RouteToLabel")) {
            return Set.of();
        }
        Set<String> labels = context.labels();
        Set<String> operations =
                api.operations().stream().map(ApiOperation::id).collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>(operations);
        missing.removeAll(labels);
        for (String operation : missing) {
            context.problems()
                    .warning(
                            ErrorCode.LABEL_NOT_FOUND,
                            place,
                            "the operation %s of %s has no Label node, so its requests are answered"
                                            .formatted(operation, api.document())
                                    + " with status 501",
                            "add the subflow %s for an Operations node, or a Label node with the labelName %s"
                                    .formatted(operation, operation));
        }
        Set<String> others = new TreeSet<>(labels);
        others.removeAll(operations);
        for (String label : others) {
            if (!operations.isEmpty()) {
                context.problems()
                        .warning(
                                ErrorCode.LABEL_NOT_FOUND,
                                place,
                                "the label %s is not an operation of %s"
                                        .formatted(label, api.document()),
                                Problems.didYouMean(label, operations, ""));
            }
        }
        return Set.copyOf(missing);
    }
}
