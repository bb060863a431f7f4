package io.millrace.store.xa;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The decision that a unit commits.
 *
 * @param unit id of the unit in the log and in the ids of its branches
 * @param resources {@link XaRecoverable#resourceName names} of the resources that have prepared and
 *     commit when this decision is safe
 */
public record Decision(String unit, List<String> resources) {

    private static final String SEPARATOR = "\n";

    public Decision {
        resources = List.copyOf(resources);
    }

    /** Returns the decision in UTF-8, with one line for the unit and one for each resource. */
    public byte[] toBytes() {
        String text = unit + SEPARATOR + String.join(SEPARATOR, resources);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Parses a decision; returns an empty result if the bytes are not a decision. */
    public static Optional<Decision> of(byte[] bytes) {
        List<String> lines =
                new String(bytes, StandardCharsets.UTF_8)
                        .lines()
                        .filter(l -> !l.isEmpty())
                        .toList();
        return lines.size() < 2
                ? Optional.empty()
                : Optional.of(new Decision(lines.getFirst(), lines.subList(1, lines.size())));
    }
}
