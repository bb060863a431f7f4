package io.millrace.engine.message.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a number pattern other than digits, signs and literal text: separators, groups and
 * padding. The JDK's formats do not support padding. They support only one group size and
 * separators of one character.
 */
final class NumberPattern {

    /** Placeholder for the decimal separator before it is written and after it is read. */
    static final char POINT = '\uE001';

    private static final Pattern OPTION =
            Pattern.compile(":(groupsep|decsep)=(.*?)(?=:(?:groupsep|decsep)=|$)");
    private static final Pattern EXPONENT = Pattern.compile("[0#]([Ee])(\\+?)0");

    private final String plain;
    private final String group;
    private final String point;
    private final int last;
    private final int others;
    private final String exponent;
    private final boolean signedExponent;
    private final Filling positive;
    private final Filling negative;

    /**
     * The padding of a form.
     *
     * @param with padding character; 0 for no padding
     * @param at position of the padding in the form without padding: 0 is the beginning
     * @param length length of the whole form
     */
    private record Filling(char with, int at, int length) {
        static final Filling NONE = new Filling((char) 0, 0, 0);
    }

    private NumberPattern(String pattern) {
        int colon = unquoted(pattern, ':', 0);
        String forms = colon < 0 ? pattern : pattern.substring(0, colon);
        String separatorOfGroups = ",";
        String separatorOfFraction = ".";
        int at = colon < 0 ? pattern.length() : colon;
        Matcher option = OPTION.matcher(pattern);
        while (at < pattern.length()) {
            if (!option.find(at) || option.start() != at || option.group(2).isEmpty()) {
                throw new PatternException(
                        "the pattern "
                                + pattern
                                + " has unknown options; expected :groupsep=text or :decsep=text");
            }
            if (option.group(1).equals("groupsep")) {
                separatorOfGroups = option.group(2);
            } else {
                separatorOfFraction = option.group(2);
            }
            at = option.end();
        }
        group = separatorOfGroups;
        point = separatorOfFraction;
        Matcher scientific = EXPONENT.matcher(forms);
        boolean hasExponent = scientific.find();
        exponent = hasExponent ? scientific.group(1) : "E";
        signedExponent = hasExponent && !scientific.group(2).isEmpty();
        if (hasExponent) {
            forms = forms.replaceAll("([0#])[Ee]\\+?0", "$1E0");
        }
        int semicolon = unquoted(forms, ';', 0);
        String first = semicolon < 0 ? forms : forms.substring(0, semicolon);
        positive = filling(first);
        first = unfilled(first);
        String second = semicolon < 0 ? null : forms.substring(semicolon + 1);
        negative = second == null ? positive : filling(second);
        int firstDigit = firstDigit(first);
        int signed = unquoted(first, '+', 0);
        if (second != null) {
            second = unfilled(second);
        } else if (signed >= 0 && signed < firstDigit) {
            second = first.substring(0, signed) + "-" + first.substring(signed + 1);
        }
        int end = endOfWhole(first, firstDigit);
        int comma = first.lastIndexOf(',', end - 1);
        last = comma < firstDigit ? 0 : end - comma - 1;
        int before = comma < firstDigit ? -1 : first.lastIndexOf(',', comma - 1);
        others = before < firstDigit ? last : comma - before - 1;
        if (last > 0 && others == 0) {
            throw new PatternException("the pattern " + pattern + " has a group without digits");
        }
        plain = withoutGroups(first) + (second == null ? "" : ";" + withoutGroups(second));
    }

    static NumberPattern of(String pattern) {
        return new NumberPattern(pattern);
    }

    /** Returns the pattern for the JDK: only digits, signs and literal text. */
    String plain() {
        return plain;
    }

    String exponent() {
        return exponent;
    }

    boolean hasExponent() {
        return plain.matches(".*[0#]E0.*");
    }

    // The pattern

    /** Returns the index of a character outside quotes; negative if it does not occur. */
    private static int unquoted(String text, char requested, int from) {
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
            } else if (!quoted && c == requested) {
                return i;
            }
        }
        return -1;
    }

    private static int firstDigit(String form) {
        int zero = unquoted(form, '0', 0);
        int hash = unquoted(form, '#', 0);
        return zero < 0 ? hash : hash < 0 ? zero : Math.min(zero, hash);
    }

    private static int endOfWhole(String form, int firstDigit) {
        int end = Math.max(firstDigit, 0);
        while (end < form.length() && "0#,".indexOf(form.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    private static String withoutGroups(String form) {
        int from = Math.max(firstDigit(form), 0);
        int end = endOfWhole(form, from);
        return form.substring(0, from)
                + form.substring(from, end).replace(",", "")
                + form.substring(end);
    }

    private static Filling filling(String form) {
        int star = unquoted(form, '*', 0);
        if (star < 0) {
            return Filling.NONE;
        }
        if (star + 1 == form.length()) {
            throw new PatternException("the pattern has * without a padding character");
        }
        String before = form.substring(0, star).replace("'", "");
        return new Filling(
                form.charAt(star + 1), before.length(), unfilled(form).replace("'", "").length());
    }

    private static String unfilled(String form) {
        int star = unquoted(form, '*', 0);
        return star < 0 || star + 1 == form.length()
                ? form
                : form.substring(0, star) + form.substring(star + 2);
    }

    // Numbers

    /** Applies separators, groups and padding to the output of the JDK's format. */
    String write(String number, boolean isNegative) {
        String grouped = last == 0 ? number : grouped(number);
        String signed =
                signedExponent
                        ? grouped.replaceAll("(\\d)" + exponent + "(\\d)", "$1" + exponent + "+$2")
                        : grouped;
        return filled(
                signed.replace(String.valueOf(POINT), point), isNegative ? negative : positive);
    }

    private String grouped(String number) {
        int from = 0;
        while (from < number.length() && !Character.isDigit(number.charAt(from))) {
            from++;
        }
        int end = from;
        while (end < number.length() && Character.isDigit(number.charAt(end))) {
            end++;
        }
        StringBuilder out = new StringBuilder(number);
        int size = last;
        for (int at = end - size; at > from; at -= size) {
            out.insert(at, group);
            size = others;
        }
        return out.toString();
    }

    private static String filled(String number, Filling filling) {
        int missing = filling.length() - number.length();
        if (filling.with() == 0 || missing <= 0) {
            return number;
        }
        // After the digits, a position is counted from the end.
        int at =
                filling.at() <= filling.length() / 2
                        ? Math.min(filling.at(), number.length())
                        : Math.max(0, number.length() - (filling.length() - filling.at()));
        return number.substring(0, at)
                + String.valueOf(filling.with()).repeat(missing)
                + number.substring(at);
    }

    /** Removes the parts of a string that the JDK's format cannot read. */
    String read(String text) {
        String number = text;
        for (Filling filling : new Filling[] {positive, negative}) {
            if (filling.with() != 0) {
                number = unfilled(number, filling);
            }
        }
        number = last == 0 ? number : withoutSeparators(number);
        int fraction = number.indexOf(point);
        if (fraction >= 0) {
            number =
                    number.substring(0, fraction)
                            + POINT
                            + number.substring(fraction + point.length());
        }
        return signedExponent
                ? number.replaceFirst("(\\d)" + exponent + "\\+(\\d)", "$1" + exponent + "$2")
                : number;
    }

    private static String unfilled(String text, Filling filling) {
        int from = 0;
        while (from < text.length() && text.charAt(from) != filling.with()) {
            from++;
        }
        int to = from;
        while (to < text.length() && text.charAt(to) == filling.with()) {
            to++;
        }
        boolean digit = Character.isDigit(filling.with());
        return digit ? text : text.substring(0, from) + text.substring(to);
    }

    /** Removes group separators. They are recognized only between digits before the fraction. */
    private String withoutSeparators(String text) {
        int fraction = text.indexOf(point);
        int end = fraction < 0 ? text.length() : fraction;
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < end) {
            boolean separator =
                    text.startsWith(group, at)
                            && at > 0
                            && Character.isDigit(text.charAt(at - 1))
                            && at + group.length() < text.length()
                            && Character.isDigit(text.charAt(at + group.length()));
            if (separator) {
                at += group.length();
            } else {
                out.append(text.charAt(at++));
            }
        }
        return out.append(text, at, text.length()).toString();
    }
}
