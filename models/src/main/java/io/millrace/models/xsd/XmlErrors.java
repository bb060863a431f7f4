package io.millrace.models.xsd;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamException;

/**
 * A converter of the XML library's messages about malformed documents to messages with found and
 * expected.
 */
final class XmlErrors {

    private static final Pattern CLOSE =
            Pattern.compile("Unexpected close tag (</.*?>); expected (</.*?>).*");
    private static final Pattern CLOSE_TOO_MANY = Pattern.compile("Unexpected (?:end|close) tag.*");
    private static final Pattern END = Pattern.compile("(?i)Unexpected (?:end of input|EOF).*");
    private static final Pattern PREFIX =
            Pattern.compile("(?:Undeclared|Unbound) namespace prefix ['\"](.*?)['\"].*");
    private static final Pattern TWICE = Pattern.compile("Duplicate attribute ['\"](.*?)['\"].*");
    private static final Pattern CHARACTER =
            Pattern.compile(
                    "Unexpected character ('.+?') \\(code"
                            + " \\d+.*?\\)[:;,]?\\s*(?:\\(?(.*?)\\)?)?\\.?");
    private static final Pattern ENTITY = Pattern.compile("Undeclared general entity \"(.*?)\".*");

    private XmlErrors() {}

    /**
     * Returns a sentence for an error: what was found, and what was expected.
     *
     * @param open innermost open element; null outside the root element
     */
    static String sentence(XMLStreamException error, XmlNode open) {
        String text = error.getMessage() == null ? "" : error.getMessage();
        String words = text.replaceFirst("(?s)^.*?\nMessage: ", "").split("\n", 2)[0].strip();
        if (words.startsWith("found ")) {
            return words;
        }
        Matcher close = CLOSE.matcher(words);
        if (close.matches()) {
            return "found %s, expected %s%s"
                    .formatted(close.group(1), close.group(2), opened(open));
        }
        if (END.matcher(words).matches()) {
            return open == null
                    ? "found the end of the file, expected an element"
                    : "found the end of the file, expected </"
                            + open.written()
                            + ">"
                            + opened(open);
        }
        if (CLOSE_TOO_MANY.matcher(words).matches()) {
            return "found an end tag without a start tag";
        }
        Matcher prefix = PREFIX.matcher(words);
        if (prefix.matches()) {
            return "found the prefix %s, which xmlns:%1$s must declare".formatted(prefix.group(1));
        }
        Matcher twice = TWICE.matcher(words);
        if (twice.matches()) {
            return "found the attribute " + twice.group(1) + " a second time in the same tag";
        }
        Matcher entity = ENTITY.matcher(words);
        if (entity.matches()) {
            return "found the entity &%s;, which is not declared; write & as &amp;"
                    .formatted(entity.group(1));
        }
        Matcher character = CHARACTER.matcher(words);
        if (character.matches()) {
            String rest = character.group(2) == null ? "" : character.group(2).strip();
            return "found %s, which is not well-formed XML%s"
                    .formatted(character.group(1), rest.isEmpty() ? "" : " (" + rest + ")");
        }
        return "this is not well-formed XML: " + words;
    }

    private static String opened(XmlNode open) {
        return open == null
                ? ""
                : " for the element in line "
                        + open.place.line()
                        + ", column "
                        + open.place.column();
    }
}
