package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.resource.ResourceKind;
import io.millrace.engine.resource.ResourceSet;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The named resources that the nodes of an application use, and the addresses at which they receive
 * messages.
 */
public final class ResourceNames {

    private record Use(ResourceKind kind, String name, Place place) {}

    private final Set<Use> uses = new LinkedHashSet<>();
    private final Map<String, Place> addresses = new LinkedHashMap<>();
    private final Problems problems;

    ResourceNames(Problems problems) {
        this.problems = problems;
    }

    void use(ResourceKind kind, String name, Place place) {
        uses.add(new Use(kind, name, place));
    }

    void declareAddress(String address, Place place) {
        Place other = addresses.putIfAbsent(address, place);
        if (other != null && !other.equals(place)) {
            problems.error(
                    ErrorCode.DUPLICATE_NAME,
                    place,
                    address + " is also the address of the node in " + other,
                    "each input node needs an address of its own");
        }
    }

    /**
     * Warns about names that an application does not declare although it declares resources of the
     * same kind.
     */
    void check(ResourceSet application) {
        for (Use use : uses) {
            if (!application.of(use.kind()).isEmpty() && isUnknown(use, application)) {
                String text =
                        "the %s %s is not in the list of %s of the application"
                                .formatted(use.kind().label(), use.name(), use.kind().key());
                problems.warning(
                        ErrorCode.UNKNOWN_RESOURCE, use.place(), text, hint(use, application));
            }
        }
    }

    /** Reports names that neither the application nor the broker declares. */
    public void require(ResourceSet resources, Problems found) {
        for (Use use : uses) {
            if (isUnknown(use, resources)) {
                found.error(
                        ErrorCode.UNKNOWN_RESOURCE,
                        use.place(),
                        "the %s %s is not declared".formatted(use.kind().label(), use.name()),
                        hint(use, resources));
            }
        }
    }

    private static boolean isUnknown(Use use, ResourceSet resources) {
        return !resources.of(use.kind()).containsKey(use.name())
                && !(use.kind() == ResourceKind.LISTENER
                        && use.name().equals(Listener.DEFAULT.name()));
    }

    private static String hint(Use use, ResourceSet resources) {
        return Problems.didYouMean(
                use.name(),
                resources.of(use.kind()).keySet(),
                "add it below " + use.kind().key() + " in application.yaml or broker.yaml");
    }
}
