package io.millrace.engine.pubsub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.pubsub.Subscriptions.Subscription;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

class TopicTreeTest {

    private final TopicTree tree = new TopicTree();

    private void subscribe(String filter, String queue) {
        tree.add(new Subscription(filter, "", queue));
    }

    @ParameterizedTest
    @CsvSource({
        "USA/Alaska, USA/Alaska, true",
        "USA/Alaska, usa/alaska, false",
        "USA/#, USA, true",
        "USA/#, USA/Alaska/Juneau, true",
        "USA/#, CANADA, false",
        "#, USA/Alaska, true",
        "#/Juneau, USA/Alaska/Juneau, true",
        "#/Juneau, Juneau, true",
        "USA/#/Juneau, USA/Juneau, true",
        "USA/#/Juneau, USA/a/b/Juneau, true",
        "USA/#/Juneau, USA/a/b/Nome, false",
        "USA/+, USA/Alaska, true",
        "USA/+, USA, false",
        "USA/+, USA/Alaska/Juneau, false",
        "+/Alaska, USA/Alaska, true",
        "USA//x, USA//x, true",
        "USA/+/x, USA//x, true",
        "#/#, a, true",
        "+/#, a, true",
        "+/#/b, a/b, true",
    })
    void filtersMatchTopicsAsWildcardsSay(String filter, String topic, boolean matches) {
        subscribe(filter, "Q");
        assertThat(tree.matches(topic, "")).isEqualTo(matches ? List.of("Q") : List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"USA#", "a/b+/c", "##"})
    void malformedFiltersAreRefused(String filter) {
        assertThatThrownBy(() -> subscribe(filter, "Q")).hasMessageContaining("is malformed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"USA/#", "+/x"})
    void publicationsHaveNoWildcards(String topic) {
        assertThatThrownBy(() -> tree.matches(topic, "")).hasMessageContaining("is malformed");
    }

    @Test
    void anEmptyTopicIsNone() {
        assertThatThrownBy(() -> subscribe("", "Q")).hasMessageContaining("it is empty");
        assertThatThrownBy(() -> tree.matches("", "")).hasMessageContaining("it is empty");
    }

    @Test
    void aQueueGetsAPublicationOnceHoweverManyOfItsSubscriptionsMatch() {
        subscribe("a/b", "Q");
        subscribe("a/#", "Q");
        subscribe("+/b", "R");
        assertThat(tree.matches("a/b", "")).containsExactlyInAnyOrder("Q", "R");
    }

    @Test
    void onlySubscriptionsOfTheSamePointMatch() {
        tree.add(new Subscription("a", "point", "Q"));
        subscribe("a", "R");
        assertThat(tree.matches("a", "point")).containsExactly("Q");
        assertThat(tree.matches("a", "")).containsExactly("R");
    }

    @Test
    void whatWasRemovedMatchesNoMore() {
        subscribe("a/+/c", "Q");
        assertThat(tree.matches("a/b/c", "")).containsExactly("Q");
        tree.remove(new Subscription("a/+/c", "", "Q"));
        assertThat(tree.matches("a/b/c", "")).isEmpty();
        assertThat(tree.all()).isEmpty();
    }

    @Test
    void theTreeAgreesWithAComparisonOfEachFilter() {
        Random random = new Random(7);
        List<Subscription> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Subscription s = new Subscription(word(random, "ab+#", 4), "", "Q" + i);
            all.add(s);
            tree.add(s);
        }
        for (int i = 0; i < 500; i++) {
            String topic = word(random, "abc", 5);
            List<String> expected =
                    all.stream()
                            .filter(s -> simple(Topic.filter(s.topicFilter()), Topic.levels(topic)))
                            .map(Subscription::queue)
                            .toList();
            assertThat(new TreeSet<>(tree.matches(topic, ""))).isEqualTo(new TreeSet<>(expected));
        }
    }

    private static String word(Random random, String letters, int most) {
        StringBuilder out = new StringBuilder();
        int levels = 1 + random.nextInt(most);
        for (int i = 0; i < levels; i++) {
            out.append(i == 0 ? "" : "/").append(letters.charAt(random.nextInt(letters.length())));
        }
        return out.toString();
    }

    private static boolean simple(List<String> filter, List<String> topic) {
        if (filter.isEmpty()) {
            return topic.isEmpty();
        }
        List<String> rest = filter.subList(1, filter.size());
        if (filter.getFirst().equals("#")) {
            return simple(rest, topic)
                    || !topic.isEmpty() && simple(filter, topic.subList(1, topic.size()));
        }
        return !topic.isEmpty()
                && (filter.getFirst().equals("+") || filter.getFirst().equals(topic.getFirst()))
                && simple(rest, topic.subList(1, topic.size()));
    }
}
