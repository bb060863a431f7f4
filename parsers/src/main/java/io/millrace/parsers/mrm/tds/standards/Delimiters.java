package io.millrace.parsers.mrm.tds.standards;

import io.millrace.parsers.model.ServiceCharacter;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The delimiters of one message. Immutable.
 *
 * @param said delimiters that the message specifies itself; empty strings for none
 * @param lineEnd characters after segments that are not part of them, or line ends; empty if the
 *     message does not show it
 */
public record Delimiters(Map<ServiceCharacter, String> said, String lineEnd) {

    /** The delimiters of the standards. */
    static final Delimiters STANDARD = new Delimiters(Map.of(), "");

    public Delimiters {
        said = Map.copyOf(said);
    }

    public String of(ServiceCharacter character) {
        String own = said.get(character);
        return own == null ? character.standard() : own;
    }

    /** Returns these delimiters with a release character of X12. */
    public Delimiters withRelease(String character) {
        Builder builder = new Builder();
        said.forEach(builder::put);
        return builder.put(ServiceCharacter.X12_ESC_CHAR, character).build(lineEnd);
    }

    /** Whether both have the same markup, regardless of its origin. */
    public boolean isAs(Delimiters other) {
        return Arrays.stream(ServiceCharacter.values()).allMatch(c -> of(c).equals(other.of(c)));
    }

    /** Delimiters that are specified one by one. */
    static final class Builder {
        private final Map<ServiceCharacter, String> said = new EnumMap<>(ServiceCharacter.class);

        Builder put(ServiceCharacter character, String value) {
            said.put(character, value);
            return this;
        }

        Delimiters build(String lineEnd) {
            return new Delimiters(said, lineEnd);
        }
    }
}
