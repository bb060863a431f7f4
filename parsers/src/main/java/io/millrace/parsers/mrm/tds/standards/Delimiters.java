package io.millrace.parsers.mrm.tds.standards;

import static io.millrace.parsers.model.ServiceCharacter.X12_ESC_CHAR;

import io.millrace.parsers.model.ServiceCharacter;

import java.util.Arrays;
import java.util.HashMap;
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
        var all = new HashMap<ServiceCharacter, String>(said);
        all.put(X12_ESC_CHAR, character);
        return new Delimiters(all, lineEnd);
    }

    /** Whether both have the same markup, regardless of its origin. */
    public boolean isAs(Delimiters other) {
        return Arrays.stream(ServiceCharacter.values()).allMatch(c -> of(c).equals(other.of(c)));
    }
}
