package io.millrace.engine.setting;

import io.millrace.engine.error.SensitiveText;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A setting that a file can contain.
 *
 * @param name name in files
 * @param kind kind of the value
 * @param required whether the setting must have a value
 * @param sensitive whether the value can contain a secret and must not be printed or logged
 * @param defaultValue default value as a string; empty if there is none
 * @param min minimum of an INTEGER or SECONDS value
 * @param max maximum of an INTEGER or SECONDS value
 * @param choices valid words of a CHOICE; words that are also valid for another kind
 * @param description purpose in one or two sentences, with the unit
 * @param aliases other names in files, for example names of older products
 * @param condition condition under which the setting has an effect; null if there is no condition
 * @param group settings of the nested mappings; null unless the kind is nested
 */
public record Setting(
        String name,
        SettingKind kind,
        boolean required,
        boolean sensitive,
        String defaultValue,
        long min,
        long max,
        List<String> choices,
        String description,
        List<String> aliases,
        @Nullable SettingCondition condition,
        @Nullable SettingGroup group) {

    private static final Set<String> YES = Set.of("true", "yes", "on");
    private static final Set<String> NO = Set.of("false", "no", "off");

    public Setting {
        choices = List.copyOf(choices);
        aliases = List.copyOf(aliases);
    }

    /** Whether this setting has a name, which can be an alias. */
    public boolean isNamed(String given) {
        return name.equals(given) || aliases.contains(given);
    }

    /** Returns the settings of the nested mappings. Only for nested kinds. */
    public SettingGroup nested() {
        if (group == null) {
            throw new IllegalStateException(name + " is not nested");
        }
        return group;
    }

    /**
     * Returns a value in its canonical form: a number without blanks, {@code true} or {@code
     * false}, a choice in the case of its declaration. Text is returned unchanged.
     *
     * @return null if the value is invalid
     */
    public @Nullable String canonical(String text) {
        String word = text.strip();
        String choice = choice(word);
        return switch (kind) {
            case INTEGER -> choice == null ? integer(word) : choice;
            case SECONDS -> choice == null ? seconds(word) : choice;
            case BOOLEAN -> truth(word);
            case CHOICE -> choice;
            case QUEUE, ESQL_MODULE, DATA_SOURCE, ENDPOINT, CREDENTIALS, CERTIFICATES, LISTENER ->
                    word;
            default -> text;
        };
    }

    private @Nullable String integer(String word) {
        try {
            long number = Long.parseLong(word);
            return number >= min && number <= max ? Long.toString(number) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private @Nullable String seconds(String word) {
        try {
            BigDecimal number = new BigDecimal(word);
            boolean valid =
                    number.compareTo(BigDecimal.valueOf(min)) >= 0
                            && number.compareTo(BigDecimal.valueOf(max)) <= 0;
            return valid ? number.toPlainString() : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable String truth(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "true", "yes" -> "true";
            case "false", "no" -> "false";
            default -> null;
        };
    }

    /**
     * Returns the choice for a word, regardless of case; null if there is none. Words for yes and
     * no are interchangeable, because some YAML editors write an unquoted yes or on as true.
     */
    private @Nullable String choice(String word) {
        if (choices.contains(word)) {
            return word;
        }
        String lower = word.toLowerCase(Locale.ROOT);
        Set<String> same = YES.contains(lower) ? YES : NO.contains(lower) ? NO : Set.of(lower);
        for (String choice : choices) {
            if (choice.equalsIgnoreCase(word)) {
                return choice;
            }
        }
        return choices.stream().filter(same::contains).findFirst().orElse(null);
    }

    /** Returns a value of this setting for output. Secrets are masked. */
    public String shown(String text) {
        return sensitive ? SensitiveText.masked(text) : text;
    }

    /** Returns a description of the valid values, to follow "must be". */
    public String expected() {
        if (kind == SettingKind.CHOICE) {
            return "one of " + String.join(", ", choices);
        }
        List<String> all = new ArrayList<>(choices);
        all.add(kind.expected() + range());
        return String.join(" or ", all);
    }

    private String range() {
        boolean number = kind == SettingKind.INTEGER || kind == SettingKind.SECONDS;
        if (!number || min == Integer.MIN_VALUE) {
            return "";
        }
        return max >= Integer.MAX_VALUE ? " of at least " + min : " from " + min + " to " + max;
    }
}
