package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The endpoints of the callable flows of an application, and their uses by the same application.
 */
final class EndpointNames {

    private final String application;
    private final Map<Place, String> used = new LinkedHashMap<>();
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
                    "each callable flow of an application must have its own endpoint");
        }
    }

    void use(String target, String endpoint, Place place) {
        if (target.isEmpty() || target.equals(application)) {
            used.put(place, endpoint);
        }
    }

    /** Reports uses of endpoints that the application does not have. */
    void check() {
        used.forEach(
                (place, endpoint) -> {
                    if (!declared.containsKey(endpoint)) {
                        problems.error(
                                ErrorCode.UNKNOWN_ENDPOINT,
                                place,
                                "no flow of the application has the endpoint " + endpoint,
                                Problems.didYouMean(
                                        endpoint,
                                        declared.keySet(),
                                        "add a flow with a CallableFlowInput node, or set the"
                                                + " application of the called flow"));
                    }
                });
    }
}
