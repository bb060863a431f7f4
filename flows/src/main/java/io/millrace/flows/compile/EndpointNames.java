package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import java.util.LinkedHashMap;
import java.util.Map;

/** The endpoints of the callable flows of an application, and their uses. */
final class EndpointNames {

    private final String application;
    private final NodeNames used = new NodeNames();
    private final Map<String, Place> declared = new LinkedHashMap<>();
    private final Problems problems;

    EndpointNames(String application, Problems problems) {
        this.application = application;
        this.problems = problems;
    }

    void declare(String endpoint, Place place) {
        Place other = declared.putIfAbsent(endpoint, place);
        if (other != null) {
            problems.error(
                    ErrorCode.DUPLICATE_NAME,
                    place,
                    "the endpoint " + endpoint + " is also used in " + other,
                    "each callable flow of an application needs an endpoint of its own");
        }
    }

    void use(String target, String endpoint, Place place) {
        if (target.isEmpty() || target.equals(application)) {
            used.add(endpoint, place);
        }
    }

    /** Reports uses of endpoints that the application does not have. */
    void check() {
        used.check(
                declared.keySet(),
                ErrorCode.UNKNOWN_ENDPOINT,
                "endpoint",
                "add a flow with a CallableFlowInput node, or set the application of the called"
                        + " flow",
                problems);
    }
}
