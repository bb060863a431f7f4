package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.runtime.FlowSettings;
import io.millrace.flows.Placement;

/** A check of the assignment values in a request. */
final class PlacementCheck {

    private static final int MAX_COPIES = 256;
    private static final int MAX_GROUPS = 100;

    private PlacementCheck() {}

    /** Throws REQUEST_INVALID if a value is not permitted. */
    static void check(Placement placement) {
        if (placement.groups().isEmpty() && placement.additionalInstances() == null) {
            throw invalid("an assignment must have groups or additionalInstances");
        }
        if (placement.groups().size() > MAX_GROUPS) {
            throw invalid("an assignment must have %d groups or fewer".formatted(MAX_GROUPS));
        }
        placement
                .groups()
                .forEach(
                        (group, copies) -> {
                            if (!group.matches("[A-Za-z0-9_.-]{1,100}")) {
                                throw invalid(
                                        """
                                        the name of an execution group must have 1 to 100 letters, \
                                        digits, '_', '.' and '-' (found %s)\
                                        """
                                                .formatted(group));
                            }
                            if (copies == null || copies < 1 || copies > MAX_COPIES) {
                                throw invalid(
                                        "copies must be 1 to %d (found %s)"
                                                .formatted(MAX_COPIES, copies));
                            }
                        });
        Integer additional = placement.additionalInstances();
        int most = FlowSettings.MAX_ADDITIONAL_INSTANCES;
        if (additional != null && (additional < 0 || additional > most)) {
            throw invalid(
                    "additionalInstances must be 0 to %d (found %d)".formatted(most, additional));
        }
    }

    private static MillraceException invalid(String text) {
        return new MillraceException(ErrorCode.REQUEST_INVALID, text);
    }
}
