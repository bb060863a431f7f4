package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The unique identifiers of input nodes of an application, and the nodes that refer to them, for
 * example TimeoutControl nodes.
 */
final class NodeIdentifiers {

    private record Key(String nodeType, String identifier) {
        @Override
        public String toString() {
            return nodeType + " node with the uniqueIdentifier " + identifier;
        }
    }

    private record Declared(String obstacle, Place place) {}

    private final Map<Key, Declared> declared = new LinkedHashMap<>();
    private final Map<Place, Key> used = new LinkedHashMap<>();
    private final Problems problems;

    NodeIdentifiers(Problems problems) {
        this.problems = problems;
    }

    void declare(String nodeType, String identifier, String obstacle, Place place) {
        Key key = new Key(nodeType, identifier);
        Declared other = declared.putIfAbsent(key, new Declared(obstacle, place));
        if (other != null) {
            problems.error(
                    ErrorCode.DUPLICATE_NAME,
                    place,
                    "the uniqueIdentifier " + identifier + " is also used in " + other.place,
                    "each " + nodeType + " node of an application needs its own identifier");
        }
    }

    void use(String nodeType, String identifier, Place place) {
        used.put(place, new Key(nodeType, identifier));
    }

    /** Reports references to nodes that the application does not have. */
    void check() {
        used.forEach(
                (place, key) -> {
                    Declared target = declared.get(key);
                    if (target == null) {
                        problems.error(
                                ErrorCode.DESTINATION_MISSING,
                                place,
                                "the application has no " + key,
                                Problems.didYouMean(
                                        key.identifier,
                                        identifiers(key.nodeType),
                                        "add a node of the type "
                                                + key.nodeType
                                                + " with this uniqueIdentifier"));
                    } else if (!target.obstacle.isEmpty()) {
                        problems.error(
                                ErrorCode.DESTINATION_MISSING,
                                place,
                                "the " + key + " " + target.obstacle,
                                "change the node in " + target.place);
                    }
                });
    }

    private List<String> identifiers(String nodeType) {
        return declared.keySet().stream()
                .filter(key -> key.nodeType.equals(nodeType))
                .map(Key::identifier)
                .toList();
    }
}
