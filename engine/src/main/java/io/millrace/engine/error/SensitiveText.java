package io.millrace.engine.error;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A filter that masks secrets in text before the text is printed or logged. */
public final class SensitiveText {

    /** Text that is printed instead of a secret. */
    public static final String MASK = "***";

    private static final String WORDS = "passw|passphrase|pwd|secret|token";

    /**
     * Names of probable secrets, without names of environment variables or files that contain a
     * secret. The word "key" must begin with a capital letter or follow a character that is not a
     * letter.
     */
    private static final Pattern NAME =
            Pattern.compile(
                    "(?!(?i:.*(env|file)$)|choice)"
                            + "((?i).*(%s).*|(?i).*[^a-z]key|(?i).*apikey|(?-i).*[a-z0-9]Key)"
                                    .formatted(WORDS));

    private static final Pattern ENTRY =
            Pattern.compile(
                    "([\\w.#-]+)([\"']?\\s*[:=]\\s*)(\"[^\"]*\"|'[^']*'|[^\\s,{}\"'][^,}\"']*)");

    /** URL parameter that contains a secret: a password (also misspelled) or a key. */
    private static final String PARAMETER =
            "(?:p\\w{0,3}s?w\\w{0,4}|pass|secret|token|[?&;]\\w{0,60}key)=";

    private static final Pattern URL_KEY = Pattern.compile("(?i)(" + PARAMETER + ")[^&;\\s]*");

    private static final Pattern URL_PARAMETER =
            Pattern.compile("(?i)" + PARAMETER + "([^&;\"',}\\s]*)");

    /**
     * Declaration of an ESQL variable or assignment to a field, up to the beginning of the assigned
     * string literal.
     */
    private static final Pattern ESQL_LITERAL =
            Pattern.compile(
                    "(?i)(?:\\bDECLARE\\s+(\\w+)\\b[^;']*|\\bSET\\s+[^;'=]*?(\\w+)\"?\\s*=[^;']*)'");

    /** Maximum length of a line that is searched for string literals. */
    private static final int MAX_SEARCHED = 4_000;

    private static final Pattern URL_USER = Pattern.compile("//[^/@:\\s]*:([^/@\\s]*)@");

    private SensitiveText() {}

    /** Whether a user-defined name probably belongs to a secret. */
    public static boolean isSecretName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns a value for output. The value is masked if the name probably belongs to a secret. */
    public static String shown(String name, String value) {
        return isSecretName(name) ? masked(value) : value;
    }

    /** Returns a URL, or text with URLs, for output. Asterisks replace passwords. */
    public static String maskedUrl(String url) {
        return URL_KEY.matcher(url)
                .replaceAll("$1" + MASK)
                .replaceAll("(//[^/@:\\s]*:)[^/@\\s]*@", "$1" + MASK + "@");
    }

    /**
     * Returns a sensitive value for output: a URL without its password, otherwise asterisks only.
     */
    public static String masked(String value) {
        boolean url = value.contains("://") || value.startsWith("jdbc:");
        return value.isEmpty() || url ? maskedUrl(value) : MASK;
    }

    /** Returns a line of a source for output. An asterisk replaces each character of a secret. */
    static String maskedLine(Source source, String line) {
        String name = source.name();
        if (name.endsWith(".yaml") || name.endsWith(".yml") || name.equals(Source.OPERATOR)) {
            return maskedLine(line);
        }
        return name.toLowerCase(Locale.ROOT).endsWith(".esql") ? maskedEsql(line) : line;
    }

    private static String maskedEsql(String line) {
        StringBuilder masked = new StringBuilder(line);
        if (line.length() > MAX_SEARCHED) {
            for (int quote = line.indexOf('\''); quote >= 0; ) {
                int end = literalEnd(line, quote + 1);
                hide(masked, quote + 1, end);
                quote = line.indexOf('\'', Math.min(end + 1, line.length()));
            }
            return masked.toString();
        }
        Matcher literal = ESQL_LITERAL.matcher(line);
        for (int from = 0; literal.find(from); ) {
            String name = literal.group(1) == null ? literal.group(2) : literal.group(1);
            int end = literalEnd(line, literal.end());
            if (isSecretName(name)) {
                hide(masked, literal.end(), end);
            }
            from = Math.min(end + 1, line.length());
        }
        return masked.toString();
    }

    /** Returns the position of the quotation mark that ends a literal, or the end of the line. */
    private static int literalEnd(String line, int from) {
        int end = line.indexOf('\'', from);
        while (end >= 0 && end + 1 < line.length() && line.charAt(end + 1) == '\'') {
            end = line.indexOf('\'', end + 2);
        }
        return end < 0 ? line.length() : end;
    }

    /**
     * Returns a line of a YAML file for output. An asterisk replaces each character of a secret, so
     * columns do not change.
     */
    static String maskedLine(String line) {
        StringBuilder masked = new StringBuilder(line);
        Matcher entry = ENTRY.matcher(line);
        int from = 0;
        while (entry.find(from)) {
            boolean secret = isSecretName(entry.group(1));
            if (secret) {
                hide(masked, entry.start(3), entry.end(3));
            }
            from = secret ? entry.end() : entry.end(2);
        }
        hide(masked, URL_PARAMETER.matcher(line));
        hide(masked, URL_USER.matcher(line));
        return masked.toString();
    }

    private static void hide(StringBuilder line, Matcher found) {
        while (found.find()) {
            hide(line, found.start(1), found.end(1));
        }
    }

    private static void hide(StringBuilder line, int from, int to) {
        for (int i = from; i < to; i++) {
            line.setCharAt(i, '*');
        }
    }
}
