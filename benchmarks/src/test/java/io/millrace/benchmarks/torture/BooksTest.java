package io.millrace.benchmarks.torture;

import static io.millrace.benchmarks.torture.Books.Kind.*;
import static io.millrace.benchmarks.torture.Books.Outcome.*;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

class BooksTest {

    private final Books books = new Books();

    /** Puts a unit of good messages and, as "3!", bad ones of client 1. */
    private void put(Books.Outcome outcome, long unit, String... numbers) {
        books.put(
                Stream.of(numbers)
                        .map(
                                number ->
                                        new Books.Entry(
                                                1,
                                                Long.parseLong(number.replace("!", "")),
                                                number.endsWith("!"),
                                                unit))
                        .toList(),
                outcome);
    }

    /** Balances with the ids on two output queues and the backout queue. */
    private List<Books.Kind> kinds(String one, String two, String back) {
        return kinds(
                new Books.Remains(
                        Map.of("OUT1", ids(one), "OUT2", ids(two)),
                        List.of("OUT1", "OUT2"),
                        ids(back),
                        List.of(),
                        List.of()));
    }

    private List<Books.Kind> kinds(Books.Remains remains) {
        return books.balance(remains).stream().map(Books.Finding::kind).toList();
    }

    private static List<String> ids(String text) {
        return text == null ? List.of() : List.of(text.split(" "));
    }

    @Test
    void whatIsOnceEverywhereBalances() {
        put(ACCEPTED, 1, "1", "2");
        put(ACCEPTED, 2, "3!", "4");
        put(UNKNOWN, 3, "5");
        put(REFUSED, 4, "6");
        assertThat(kinds("1-1 1-2", "1-1 1-2", "1-3 1-4")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "whatIsNowhereIsLost, ACCEPTED, 1, , , , LOST",
        "whatIsNotEverywhereIsLost, ACCEPTED, 1, 1-1, , , LOST",
        "whatIsThereTwiceIsDuplicated, ACCEPTED, 1, 1-1 1-1, 1-1, , DUPLICATED",
        "whatIsDoneAndBackedOutIsDuplicated, ACCEPTED, 1, 1-1, 1-1, 1-1, DUPLICATED",
        "workOfAMessageThatFailsMustNotBeSeen, ACCEPTED, 1!, 1-1, , 1-1, UNDONE",
        "workOfAMessageThatFailsMustNotBeSeen, ACCEPTED, 1!, 1-1, 1-1, , UNDONE",
        "whatWasNeverCommittedMustNotBeSeen, REFUSED, 1, 1-1, 1-1, , UNDONE",
        "whatWasNeverPutMustNotBeSeen, REFUSED, 1, 7-7, , , UNDONE",
        "aUnitWhoseEndIsNotKnownIsThereAsAWholeOrNotAtAll, UNKNOWN, 1 2, 1-1, 1-1, , LOST",
        "anotherOrderIsFound, ACCEPTED, 1 2, 1-2 1-1, 1-1 1-2, , REORDERED"
    })
    void aDefectIsFound(
            String name,
            Books.Outcome outcome,
            String put,
            String one,
            String two,
            String back,
            Books.Kind kind) {
        put(outcome, 1, put.split(" "));
        assertThat(kinds(one, two, back)).as(name).containsExactly(kind);
    }

    @Test
    void aMessageThatWasPutAgainIsDoneOnceAndItsOtherCopyCanBeBackedOut() {
        put(ACCEPTED, 1, "1", "2", "3!");
        assertThat(books.repeat(new Random(1), 9))
                .extracting(Books.Entry::number)
                .containsExactlyInAnyOrder(1L, 2L);
        assertThat(kinds("1-1", "1-1", "1-1 1-2 1-2 1-3")).isEmpty();
        assertThat(kinds("1-1 1-1 1-2", "1-1 1-2", "1-3")).containsExactly(DUPLICATED);
    }

    @Test
    void whatStaysPreparedOrBehindIsFound() {
        Books.Remains remains =
                new Books.Remains(
                        Map.of("OUT1", List.of()),
                        List.of(),
                        List.of(),
                        List.of("1-1 is on IN"),
                        List.of("the database has prepared 17"));
        assertThat(kinds(remains)).containsExactlyInAnyOrder(LOST, IN_DOUBT);
    }
}
