package io.millrace.parsers.model;

/**
 * Rule that distinguishes markup within a value from markup of the message. Null follows from the
 * standard; an empty string is none.
 *
 * @param escapeCharacter character that escapes the one after it
 * @param quoteCharacter character around a value that contains markup; doubled to represent itself
 * @param reservedCharacters characters that are escaped (or quoted) like markup on output
 */
public record EscapeRule(
        MarkerText escapeCharacter, MarkerText quoteCharacter, MarkerText reservedCharacters) {

    public static final EscapeRule DEFAULTS = new EscapeRule(null, null, null);
}
