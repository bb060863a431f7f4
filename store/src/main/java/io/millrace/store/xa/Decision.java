package io.millrace.store.xa;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * That a unit commits.
 *
 * @param unit as the log and the ids of its branches call it
 * @param resources the {@link XaRecoverable#resourceName names} of those that have prepared, and
 *     are told to commit when this is safe
 */
public record Decision(String unit, List<String> resources) {

    private static final String SEPARATOR = "\n";

    public Decision {
        resources = List.copyOf(resources);
    }

    /** UTF-8, a line for the unit and one for each resource. */
    public byte[] toBytes() {
        String text = unit + SEPARATOR + String.join(SEPARATOR, resources);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Empty where the bytes are no decision. */
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
