package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The timers of an application, and the nodes that set them. */
final class TimerNames {

    private final Map<String, Place> declared = new LinkedHashMap<>();
    private final Set<String> controlled = new TreeSet<>();
    private final Map<Place, String> used = new LinkedHashMap<>();
    private final Problems problems;

    TimerNames(Problems problems) {
        this.problems = problems;
    }

    void declare(String identifier, boolean isControlled, Place place) {
        Place other = declared.putIfAbsent(identifier, place);
        if (other != null) {
            problems.error(
                    ErrorCode.DUPLICATE_NAME,
                    place,
                    "the uniqueIdentifier " + identifier + " is also used in " + other,
                    "each TimeoutNotification node of an application needs its own identifier");
        }
        if (isControlled) {
            controlled.add(identifier);
        }
    }

    void use(String identifier, Place place) {
        used.put(place, identifier);
    }

    /** Reports TimeoutControl nodes without a TimeoutNotification node. */
    void check() {
        used.forEach(
                (place, identifier) -> {
                    if (controlled.contains(identifier)) {
                        return;
                    }
                    if (declared.containsKey(identifier)) {
                        problems.error(
                                ErrorCode.DESTINATION_MISSING,
                                place,
                                "the TimeoutNotification node with the uniqueIdentifier "
                                        + identifier
                                        + " must have operationMode controlled (found automatic)",
                                "set operationMode: controlled in " + declared.get(identifier));
                        return;
                    }
                    problems.error(
                            ErrorCode.DESTINATION_MISSING,
                            place,
                            "no TimeoutNotification node of the application has the"
                                    + " uniqueIdentifier "
                                    + identifier,
                            Problems.didYouMean(
                                    identifier,
                                    controlled,
                                    "add a TimeoutNotification node with this uniqueIdentifier and"
                                            + " operationMode controlled"));
                });
    }
}
