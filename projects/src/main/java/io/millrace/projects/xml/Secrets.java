package io.millrace.projects.xml;

import io.millrace.engine.error.Source;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The recognition of properties whose names contain words such as password, secret, token or key.
 * The values of these properties are never printed. Positions refer to sources in which asterisks
 * replace their characters.
 */
public final class Secrets {

    private static final String NAME =
            "[\\w.:#-]{0,100}(?i:password|passwd|passphrase|pwd|secret|token|key)[\\w.:#-]{0,100}";

    /** Parts of such names. */
    private static final List<String> WORDS =
            List.of("password", "passwd", "passphrase", "pwd", "secret", "token", "key");

    /** First characters of the words in lower and upper case. */
    private static final String FIRST = "psktPSKT";

    /** An attribute with such a name; {@code key} alone names texts of the editor. */
    private static final Pattern ATTRIBUTE =
            Pattern.compile("\\s(?!key\\s*=)" + NAME + "\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");

    /** An element that contains the name of a property or header, and its value. */
    private static final Pattern NAMED =
            Pattern.compile(
                    "<(?:eStructuralFeatures|ConfigurableProperty|nameValue4\\w+)\\b[^>]*>");

    private static final Pattern NAME_OF =
            Pattern.compile("\\s(?:name|uri)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");

    private static final Pattern VALUE_OF =
            Pattern.compile(
                    "\\s(?:defaultValueLiteral|override|value)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");

    /** Text of an element with such a name, for example a property of a policy. */
    private static final Pattern TEXT = Pattern.compile("<" + NAME + "\\b[^<>]*>([^<]*)<()/");

    /** Password of a user, or parameter with a secret, in a URL. */
    private static final Pattern URL =
            Pattern.compile(
                    "//[^/@:\\s\"']*:([^/@\\s\"']*)@"
                        + "|[?&;]\\w{0,60}(?i:(?:passw|pwd|secret|token)\\w{0,60}|key)=([^&;\"'\\s<]*)");

    /** A line that is no comment, with a name and a value if it contains an equals sign. */
    private static final Pattern LINE =
            Pattern.compile("(?m)^(?!\\s*#)[^#\\n]*#?([^=\\n]*)(=.*)?$");

    private Secrets() {}

    /** Whether a property with this name probably contains a secret. */
    public static boolean isSecret(String name) {
        // Whole files are searched, too, so there is no regular expression.
        for (int i = 0; i < name.length(); i++) {
            if (FIRST.indexOf(name.charAt(i)) >= 0) {
                for (String word : WORDS) {
                    if (name.regionMatches(true, i, word, 0, word.length())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Returns an XML document of the same length, without secrets. */
    static Source inXml(Source source) {
        if (!isSecret(source.text()) && source.text().indexOf('@') < 0) {
            return source;
        }
        StringBuilder text = new StringBuilder(source.text());
        Matcher attribute = ATTRIBUTE.matcher(source.text());
        while (attribute.find()) {
            hide(text, attribute, 0);
        }
        Matcher named = NAMED.matcher(source.text());
        while (named.find()) {
            Matcher name = NAME_OF.matcher(named.group());
            boolean secret =
                    name.find() && isSecret(name.group(1) == null ? name.group(2) : name.group(1));
            Matcher value = VALUE_OF.matcher(named.group());
            if (secret && value.find()) {
                hide(text, value, named.start());
            }
        }
        Matcher element = TEXT.matcher(source.text());
        while (element.find()) {
            hide(text, element, 0);
        }
        hideUrls(text, source.text());
        return new Source(source.name(), text.toString());
    }

    /** Hides passwords in URLs. */
    private static void hideUrls(StringBuilder text, String original) {
        Matcher url = URL.matcher(original);
        while (url.find()) {
            hide(text, url, 0);
        }
    }

    /** Returns lines {@code NAME=VALUE} of the same length, without secrets. */
    public static Source inLines(Source source) {
        StringBuilder text = new StringBuilder(source.text());
        Matcher line = LINE.matcher(source.text());
        while (line.find()) {
            if (line.group(2) == null && isSecret(line.group())) {
                hide(text, line.start(), line.end());
            } else if (line.group(2) != null && isSecret(line.group(1))) {
                hide(text, line.start(2) + 1, line.end(2));
            }
        }
        hideUrls(text, source.text());
        return new Source(source.name(), text.toString());
    }

    private static void hide(StringBuilder text, Matcher value, int offset) {
        int group = value.group(1) == null ? 2 : 1;
        hide(text, offset + value.start(group), offset + value.end(group));
    }

    private static void hide(StringBuilder text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '\n' && text.charAt(i) != '\r') {
                text.setCharAt(i, '*');
            }
        }
    }
}
