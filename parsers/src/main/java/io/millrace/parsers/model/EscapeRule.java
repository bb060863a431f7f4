package io.millrace.parsers.model;

/**
 * Rules for values that contain markup characters. For a component that is null, the default of the
 * standard applies; an empty string means that there is no such character.
 *
 * @param escapeCharacter character that escapes the next character
 * @param quoteCharacter character around a value that contains markup; it is doubled inside the
 *     value
 * @param reservedCharacters additional characters that are escaped or quoted on output
 */
public record EscapeRule(
        MarkerText escapeCharacter, MarkerText quoteCharacter, MarkerText reservedCharacters) {

    public static final EscapeRule DEFAULTS = new EscapeRule(null, null, null);
}
