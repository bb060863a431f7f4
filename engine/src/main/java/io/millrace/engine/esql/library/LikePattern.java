package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;

import org.jspecify.annotations.Nullable;

/**
 * A LIKE pattern that is a literal in a program, parsed once. Most patterns consist of strings
 * separated by {@code %}.
 */
public final class LikePattern {

    private final CharacterValue value;

    /** Strings between the {@code %}; null if the pattern has other wildcards or escapes. */
    private final String @Nullable [] texts;

    private LikePattern(CharacterValue value, String @Nullable [] texts) {
        this.value = value;
        this.texts = texts;
    }

    /** Returns a pattern with the default escape character. */
    public static LikePattern of(String pattern) {
        boolean plain =
                pattern.indexOf('_') < 0 && pattern.indexOf(LikePredicate.DEFAULT_ESCAPE) < 0;
        return new LikePattern(new CharacterValue(pattern), plain ? pattern.split("%", -1) : null);
    }

    Value value() {
        return value;
    }

    boolean matches(String text) {
        if (texts == null) {
            return LikePredicate.matches(text, value.value(), LikePredicate.DEFAULT_ESCAPE);
        }
        String first = texts[0];
        int last = texts.length - 1;
        if (last == 0) {
            return text.equals(first);
        }
        if (!text.startsWith(first)) {
            return false;
        }
        int at = first.length();
        for (int i = 1; i < last; i++) {
            int found = text.indexOf(texts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + texts[i].length();
        }
        String end = texts[last];
        return end.isEmpty() || text.length() - end.length() >= at && text.endsWith(end);
    }
}
