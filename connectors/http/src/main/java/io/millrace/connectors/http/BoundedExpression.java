package io.millrace.connectors.http;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;

import io.millrace.connectors.http.CheckSteps.TooManySteps;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A regular expression of a schema that matches in a limited number of steps. */
final class BoundedExpression implements RegularExpression {

    private final Pattern pattern;

    /**
     * @throws PatternSyntaxException if the expression is invalid
     */
    BoundedExpression(String text) {
        String java = RegularExpressions.replaceDollarAnchors(text);
        pattern = Pattern.compile(RegularExpressions.replaceLongformCharacterProperties(java));
    }

    @Override
    public boolean matches(String value) {
        try {
            return pattern.matcher(new Counted(value, CheckSteps.current(value))).find();
        } catch (StackOverflowError e) {
            throw new TooManySteps();
        }
    }

    /** A view of a string that counts each access to a character as a step. */
    private record Counted(CharSequence text, CheckSteps steps) implements CharSequence {

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            steps.take(1);
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }
    }
}
