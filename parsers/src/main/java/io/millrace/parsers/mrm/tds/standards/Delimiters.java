package io.millrace.parsers.mrm.tds.standards;

import static io.millrace.parsers.model.ServiceCharacter.X12_ESC_CHAR;

import io.millrace.parsers.model.ServiceCharacter;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The delimiters of one message. Immutable.
 *
 * @param specified delimiters that the message specifies; an empty string if a delimiter is not
 *     used
 * @param lineEnd characters between segments, or the line end; empty if the message does not show
 *     it
 */
public record Delimiters(Map<ServiceCharacter, String> specified, String lineEnd) {

    /** The delimiters of the standards. */
    static final Delimiters STANDARD = new Delimiters(Map.of(), "");

    public Delimiters {
        specified = Map.copyOf(specified);
    }

    public String of(ServiceCharacter character) {
        String own = specified.get(character);
        return own == null ? character.standard() : own;
    }

    /** Returns these delimiters with a release character of X12. */
    public Delimiters withRelease(String character) {
        var all = new HashMap<ServiceCharacter, String>(specified);
        all.put(X12_ESC_CHAR, character);
        return new Delimiters(all, lineEnd);
    }

    /**
     * Whether two sets of delimiters are equal. Most often, both are the same object or specify
     * nothing.
     */
    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Delimiters(var theirs, String end)
                        && lineEnd.equals(end)
                        && (specified == theirs || specified.equals(theirs));
    }

    @Override
    public int hashCode() {
        return 31 * specified.hashCode() + lineEnd.hashCode();
    }

    /** Whether two pieces of markup are equal. */
    public boolean isAs(Delimiters other) {
        return Arrays.stream(ServiceCharacter.values()).allMatch(c -> of(c).equals(other.of(c)));
    }
}
