package io.millrace.engine.esql.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class LikePatternTest {

    @Test
    void aPatternThatIsTakenApartMatchesWhatItMatchesAsAWhole() {
        List<String> texts = words("ab", 5);
        for (String pattern : words("ab%_", 4)) {
            LikePattern separate = LikePattern.of(pattern);
            for (String text : texts) {
                int whole = Operators.testLike(Value.of(text), Value.of(pattern));
                assertThat(Operators.testLikeConstant(Value.of(text), separate))
                        .as("'%s' LIKE '%s'", text, pattern)
                        .isEqualTo(whole);
            }
        }
    }

    /** All words of some letters up to a length. */
    private static List<String> words(String letters, int longest) {
        List<String> words = new ArrayList<>(List.of(""));
        for (int i = 0; i < words.size(); i++) {
            String begin = words.get(i);
            for (int c = 0; c < letters.length() && begin.length() < longest; c++) {
                words.add(begin + letters.charAt(c));
            }
        }
        return words;
    }
}
