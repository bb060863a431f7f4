package io.millrace.benchmarks.torture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class BooksTest {

    private final Books books = new Books();

    private void put(Entry.Outcome outcome, long unit, Entry... entries) {
        books.put(List.of(entries), outcome);
    }

    private static Entry good(long number, long unit) {
        return new Entry(1, number, false, unit);
    }

    private static Remains remains(List<String> one, List<String> two, List<String> back) {
        return new Remains(Map.of("OUT1", one, "OUT2", two), back, null, List.of(), List.of());
    }

    private List<Finding.Kind> kinds(Remains remains) {
        return books.balance(remains, true).stream().map(Finding::kind).toList();
    }

    @Test
    void whatIsOnceEverywhereBalances() {
        put(Entry.Outcome.ACCEPTED, 1, good(1, 1), good(2, 1));
        put(Entry.Outcome.ACCEPTED, 2, new Entry(1, 3, true, 2), good(4, 2));
        put(Entry.Outcome.UNKNOWN, 3, good(5, 3));
        put(Entry.Outcome.REFUSED, 4, good(6, 4));
        assertThat(
                        kinds(
                                remains(
                                        List.of("1-1", "1-2"),
                                        List.of("1-1", "1-2"),
                                        List.of("1-3", "1-4"))))
                .isEmpty();
    }

    @Test
    void whatIsNowhereIsLost() {
        put(Entry.Outcome.ACCEPTED, 1, good(1, 1));
        assertThat(kinds(remains(List.of(), List.of(), List.of())))
                .containsExactly(Finding.Kind.LOST);
    }

    @Test
    void whatIsNotEverywhereIsLost() {
        put(Entry.Outcome.ACCEPTED, 1, good(1, 1));
        assertThat(kinds(remains(List.of("1-1"), List.of(), List.of())))
                .containsExactly(Finding.Kind.LOST);
    }

    @Test
    void whatIsThereTwiceIsDuplicated() {
        put(Entry.Outcome.ACCEPTED, 1, good(1, 1));
        assertThat(kinds(remains(List.of("1-1", "1-1"), List.of("1-1"), List.of())))
                .containsExactly(Finding.Kind.DUPLICATED);
    }

    @Test
    void whatIsDoneAndBackedOutIsDuplicated() {
        put(Entry.Outcome.ACCEPTED, 1, good(1, 1));
        assertThat(kinds(remains(List.of("1-1"), List.of("1-1"), List.of("1-1"))))
                .containsExactly(Finding.Kind.DUPLICATED);
    }

    @Test
    void workOfAMessageThatFailsMustNotBeSeen() {
        put(Entry.Outcome.ACCEPTED, 1, new Entry(1, 1, true, 1));
        assertThat(kinds(remains(List.of("1-1"), List.of(), List.of("1-1"))))
                .containsExactly(Finding.Kind.UNDONE);
        assertThat(kinds(remains(List.of("1-1"), List.of("1-1"), List.of())))
                .containsExactly(Finding.Kind.UNDONE);
    }

    @Test
    void whatWasNeverCommittedOrPutMustNotBeSeen() {
        put(Entry.Outcome.REFUSED, 1, good(1, 1));
        assertThat(kinds(remains(List.of("1-1"), List.of("1-1"), List.of())))
                .containsExactly(Finding.Kind.UNDONE);
        assertThat(kinds(remains(List.of("7-7"), List.of(), List.of())))
                .containsExactly(Finding.Kind.UNDONE);
    }

    @Test
    void aUnitWhoseEndIsNotKnownIsThereAsAWholeOrNotAtAll() {
        put(Entry.Outcome.UNKNOWN, 1, good(1, 1), good(2, 1));
        assertThat(kinds(remains(List.of("1-1"), List.of("1-1"), List.of())))
                .containsExactly(Finding.Kind.LOST);
    }

    @Test
    void anotherOrderIsFound() {
        put(Entry.Outcome.ACCEPTED, 1, good(1, 1), good(2, 1));
        assertThat(kinds(remains(List.of("1-2", "1-1"), List.of("1-1", "1-2"), List.of())))
                .containsExactly(Finding.Kind.REORDERED);
    }

    @Test
    void whatStaysPreparedOrBehindIsFound() {
        Remains remains =
                new Remains(
                        Map.of("OUT1", List.of()),
                        List.of(),
                        null,
                        List.of("1-1 is on IN"),
                        List.of("the database has prepared 17"));
        assertThat(kinds(remains))
                .containsExactlyInAnyOrder(Finding.Kind.LOST, Finding.Kind.IN_DOUBT);
    }
}
