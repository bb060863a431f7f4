package io.millrace.parsers.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;
import java.util.regex.Pattern;

/** Regular expressions of XML Schema. */
class XsdPatternTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "abc abc true",
                "abc xabc false",
                "a|bc bc true",
                "(a|b)*c abac true",
                "a?b b true",
                "a+ `` false",
                "a* `` true",
                "a{2} aa true",
                "a{2} aaa false",
                "a{2,} aaaaa true",
                "a{1,2} aaa false",
                "a{0} `` true",
                "[a-c]x bx true",
                "[^a-c]x bx false",
                "[a-z-[aeiou]]+ xyz true",
                "[a-z-[aeiou]]+ xaz false",
                "[a-] - true",
                "[-a] - true",
                "[\\]\\-] ] true",
                "[\\d.]+ 1.5 true",
                "\\d{3}-\\d{4} 555-1234 true",
                "\\D a true",
                "\\w+ aß1 true",
                "\\W - true",
                "\\i\\c* a:b-c true",
                "\\i\\c* 1a false",
                "\\s `\t` true",
                ". `\n` false",
                "\\. x false",
                "\\p{Lu}\\p{Ll}+ Äpfel true",
                "\\P{Lu} A false",
                "\\p{IsGreek} α true",
                "\\p{IsBasicLatin}+ abc true",
                "^a ^a true",
                "a$ a$ true",
                "(a(b(c)?)?)+ abcab true",
                "[\\^a] ^ true",
                "😀+ 😀😀 true",
                "[a-z]{2,3}([-][A-Z]{2})? de-AT true",
            })
    void aTextMatchesAsXmlSchemaSays(String pattern, String text, boolean matches) {
        assertThat(XsdPattern.compile(pattern).matches(text)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            textBlock =
                    """
                    (a ')'
                    a) ')'
                    [a ']'
                    a{2 count
                    a{3,2} count
                    a{x} number
                    *a backslash
                    \\ nothing
                    \\z meaning
                    \\p{Qx} category
                    \\p{IsNowhere} category
                    \\px name
                    [z-a] range
                    a{99999} 10000
                    (?:a) backslash
                    ((a{100}){100}){100} repetitions
                    """)
    void whatIsNoPatternIsRefused(String pattern, String word) {
        assertThatThrownBy(() -> XsdPattern.compile(pattern))
                .isInstanceOf(PatternException.class)
                .hasMessageContaining(word.replace("'", ""));
    }

    @Test
    void deepNestingIsRefused() {
        assertThatThrownBy(() -> XsdPattern.compile("(".repeat(5_000) + ")".repeat(5_000)))
                .hasMessageContaining("more than 100 nested parentheses");
        assertThatThrownBy(() -> XsdPattern.compile("[a-".repeat(5_000)))
                .isInstanceOf(PatternException.class);
    }

    @Test
    void noTextMakesItGoBack() {
        XsdPattern pattern = XsdPattern.compile("(a+)+(a|aa)*(a*)*b");
        assertThat(pattern.matches("a".repeat(100_000))).isFalse();
        assertThat(pattern.matches("a".repeat(100_000) + "b")).isTrue();
        XsdPattern large = XsdPattern.compile("(a{0,3000})*c");
        assertThatThrownBy(() -> large.matches("a".repeat(1_000_000) + "b"))
                .isInstanceOf(PatternException.class)
                .hasMessageContaining("too long");
    }

    /** Where Java's expressions mean the same they find the same. */
    @Property
    void itFindsWhatJavaFinds(@ForAll long seed) {
        Random random = new Random(seed);
        String pattern = pattern(random, 0);
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append("abc-".charAt(random.nextInt(4)));
        }
        String java = pattern.replace("[a-c-[b]]", "[a-c&&[^b]]");
        assertThat(XsdPattern.compile(pattern).matches(text.toString()))
                .as("%s on %s", pattern, text)
                .isEqualTo(Pattern.matches(java, text));
    }

    private static String pattern(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 4 : 9)) {
            case 0 -> "a";
            case 1 -> "[a-b]";
            case 2 -> "[a-c-[b]]";
            case 3 -> "[^a]";
            case 4 -> pattern(random, depth + 1) + pattern(random, depth + 1);
            case 5 -> "(" + pattern(random, depth + 1) + "|" + pattern(random, depth + 1) + ")";
            case 6 -> "(" + pattern(random, depth + 1) + ")?";
            case 7 -> "(" + pattern(random, depth + 1) + ")*";
            default -> "(" + pattern(random, depth + 1) + "){1,2}";
        };
    }
}
