package io.millrace.connectors.http;

import com.networknt.schema.SchemaException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;

import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A regular expression of a schema that matches in a limited number of steps. */
final class BoundedExpression implements RegularExpression {

    /** Maximum number of steps for each character of a body or a parameter. */
    private static final int STEPS_PER_CHARACTER = 50;

    private static final int MIN_STEPS = 1_000_000;

    private static final ScopedValue<Steps> STEPS = ScopedValue.newInstance();

    /** The steps that are left for all expressions of a check. */
    private static final class Steps {
        private long left;

        Steps(long characters) {
            left = MIN_STEPS + STEPS_PER_CHARACTER * characters;
        }

        void take() {
            if (--left < 0) {
                throw new TooManySteps();
            }
        }
    }

    /** Thrown if the expressions of a check exceed the maximum number of steps. */
    static final class TooManySteps extends SchemaException {
        private static final long serialVersionUID = 1L;

        TooManySteps() {
            super("the patterns of the schema need too many steps for this value");
        }
    }

    private final Pattern pattern;

    /**
     * @throws PatternSyntaxException if the expression is invalid
     */
    BoundedExpression(String text) {
        String java = RegularExpressions.replaceDollarAnchors(text);
        pattern = Pattern.compile(RegularExpressions.replaceLongformCharacterProperties(java));
    }

    /**
     * Runs a check whose expressions have a limit together.
     *
     * @param characters number of characters that are checked
     * @throws TooManySteps if they exceed the limit
     */
    static <T> T limited(long characters, Supplier<T> check) {
        return ScopedValue.where(STEPS, new Steps(characters)).call(check::get);
    }

    @Override
    public boolean matches(String value) {
        Steps steps = STEPS.isBound() ? STEPS.get() : new Steps(value.length());
        try {
            return pattern.matcher(new Counted(value, steps)).find();
        } catch (StackOverflowError e) {
            throw new TooManySteps();
        }
    }

    /** A view of a string that counts each access to a character as a step. */
    private record Counted(CharSequence text, Steps steps) implements CharSequence {

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            steps.take();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }
    }
}
