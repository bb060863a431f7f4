package io.millrace.parsers.xml;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Names by their bytes. */
class NamesTest {

    private static NameCache.Name name(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return NameCache.of(bytes, 0, bytes.length, false);
    }

    @Test
    void namesThatDifferInTheirLastCharacterDoNotDriveEachOtherOut() {
        var texts = new ArrayList<String>();
        for (String stem : List.of("x", "text", "float", "integer", "quantity", "orderNumber")) {
            for (int i = 1; i <= 10; i++) {
                texts.add(stem + (i < 10 ? "0" : "") + i);
            }
        }
        List<NameCache.Name> first = texts.stream().map(NamesTest::name).toList();
        List<NameCache.Name> again = texts.stream().map(NamesTest::name).toList();
        for (int i = 0; i < texts.size(); i++) {
            assertThat(again.get(i)).as(texts.get(i)).isSameAs(first.get(i));
        }
    }

    @Test
    void theTableGivesEachNameItsOwnEntryHoweverManyThereAre() {
        for (int i = 0; i < 20_000; i++) {
            String text = "n" + i;
            assertThat(name(text).full()).isEqualTo(text);
            assertThat(name(text).local()).isSameAs(text.intern());
        }
    }
}
