package io.millrace.parsers.model;

import java.util.SequencedMap;

/**
 * An element that is declared once for the whole message set; in a group of composition {@link
 * Composition#MESSAGE} a message.
 *
 * @param name of the element (or message)
 * @param physical properties by the physical format's name; they replace the element's own
 *     properties in that format
 */
public record ElementReference(
        String name, Occurs occurs, SequencedMap<String, PhysicalProperties> physical)
        implements Particle {

    public ElementReference {
        physical = ImmutableCopies.of(physical);
    }
}
