package io.millrace.store.artemis.backout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.store.home.HomeFolder;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What the file of backout counts keeps, whatever way the process ends. */
class BackoutCountsTest {

    private static final String Q = "Q";

    @TempDir Path folder;

    private HomeFolder home;

    private BackoutCounts open(long firstNew) {
        if (home == null) {
            home = HomeFolder.lock(folder);
        }
        BackoutCounts counts = BackoutCounts.of(home);
        counts.begin(firstNew);
        return counts;
    }

    @AfterEach
    void unlock() {
        if (home != null) {
            home.close();
        }
    }

    private long size() throws IOException {
        return Files.size(folder.resolve(BackoutCounts.FILE));
    }

    @Test
    void countsOutliveAnEndThatWasNotOrderly() {
        BackoutCounts died = open(1);
        died.backedOut(Q, 10);
        died.backedOut(Q, 10);
        died.backedOut(Q, 11);
        died.forget(Q, 11);
        BackoutCounts next = open(100);
        assertThat(next.of(Q, 10)).isEqualTo(2);
        assertThat(next.of(Q, 11)).isZero();
    }

    @Test
    void whatWasBeingTriedWhenTheProcessDiedWasBackedOut() {
        open(1).tried(Q, 10);
        BackoutCounts next = open(100);
        assertThat(next.of(Q, 10)).isEqualTo(1);
        next.tried(Q, 10);
        assertThat(next.of(Q, 10)).as("while it is tried").isEqualTo(1);
        next.backedOut(Q, 10);
        assertThat(next.of(Q, 10)).isEqualTo(2);
        assertThat(open(200).of(Q, 10)).isEqualTo(2);
    }

    @Test
    void whatWasTriedAndGivenBackWasNot() {
        BackoutCounts first = open(1);
        first.tried(Q, 10);
        first.notTried(Q, 10);
        first.backedOut(Q, 11);
        first.tried(Q, 11);
        first.notTried(Q, 11);
        BackoutCounts next = open(100);
        assertThat(next.of(Q, 10)).isZero();
        assertThat(next.of(Q, 11)).isEqualTo(1);
    }

    @Test
    void anOrderlyEndBlamesNothingThatWasBeingTried() {
        BackoutCounts first = open(1);
        first.tried(Q, 10);
        first.backedOut(Q, 11);
        first.close();
        BackoutCounts next = open(100);
        assertThat(next.of(Q, 10)).isZero();
        assertThat(next.of(Q, 11)).isEqualTo(1);
        assertThat(next.candidates().of(Q).isCandidate(11, 4)).isFalse();
    }

    @Test
    void aMessageHasACountOnEachQueueThatRefersToIt() {
        BackoutCounts died = open(1);
        died.backedOut(Q, 10);
        died.backedOut("OTHER", 10);
        died.backedOut("OTHER", 10);
        died.forget(Q, 10);
        BackoutCounts next = open(100);
        assertThat(next.of(Q, 10)).isZero();
        assertThat(next.of("OTHER", 10)).isEqualTo(2);
    }

    @Test
    void linesThatNameNoQueueAreUnderstood() {
        open(1);
        BackoutCountLog.open(home, BackoutCounts.FILE)
                .begin(() -> List.of("count 10 1 Q", "count 11 1 Q", "gone 10"));
        BackoutCounts next = open(100);
        assertThat(next.of(Q, 10)).isZero();
        assertThat(next.of(Q, 11)).isEqualTo(1);
    }

    @Test
    void whileNothingIsBackedOutNothingIsWritten() throws IOException {
        BackoutCounts counts = open(1);
        long before = size();
        PoisonCandidates.Watch queue = counts.candidates().of(Q);
        for (int reader = 0; reader < PoisonCandidates.MIN_COUNT; reader++) {
            queue.mayHold(1);
        }
        assertThat(queue.isCandidate(10, 4)).isFalse();
        counts.forget(Q, 10);
        counts.notTried(Q, 10);
        assertThat(size()).isEqualTo(before);
    }

    @Test
    void afterADeathTheFirstMessagesOfEachPriorityAreSuspects() {
        open(1);
        PoisonCandidates.Watch queue = open(100).candidates().of(Q);
        for (int i = 0; i < PoisonCandidates.MIN_COUNT; i++) {
            assertThat(queue.isCandidate(10 + i, 9)).isTrue();
            queue.through(9);
        }
        assertThat(queue.isCandidate(80, 9)).as("more than could have been held").isFalse();
        assertThat(queue.isCandidate(80, 4)).as("behind the others all the time").isTrue();
        assertThat(queue.isCandidate(100, 4)).as("it was put afterwards").isFalse();
    }

    @Test
    void suspectsStayThatOverAnOrderlyEndUntilTheyAreThrough() {
        open(1);
        BackoutCounts looker = open(100);
        looker.candidates().of(Q).through(4);
        looker.close();
        PoisonCandidates.Watch queue = open(200).candidates().of(Q);
        assertThat(queue.isCandidate(50, 4)).isTrue();
        assertThat(queue.isCandidate(150, 4)).isFalse();
        for (int i = 1; i < PoisonCandidates.MIN_COUNT; i++) {
            queue.through(4);
        }
        assertThat(queue.isCandidate(50, 4)).isFalse();
    }

    @Test
    void asManyAreSuspectsAsUnitsHaveEverHeld() {
        PoisonCandidates.Watch before = open(1).candidates().of(Q);
        before.mayHold(64);
        before.mayHold(64);
        before.mayHold(-128);
        before.mayHold(128);
        PoisonCandidates.Watch queue = open(1_000).candidates().of(Q);
        for (int i = 0; i < 128; i++) {
            assertThat(queue.isCandidate(i, 4)).isTrue();
            queue.through(4);
        }
        assertThat(queue.isCandidate(500, 4)).isFalse();
    }

    @Test
    void aLineThatWasBeingWrittenOrIsDamagedCountsForNothing() throws IOException {
        BackoutCounts died = open(1);
        died.backedOut(Q, 10);
        died.backedOut(Q, 11);
        Path file = folder.resolve(BackoutCounts.FILE);
        String text = Files.readString(file);
        Files.writeString(file, text.replace("count 10 1 Q", "count 10 9 Q"));
        Files.writeString(file, "count 12 1", StandardOpenOption.APPEND);
        BackoutCounts next = open(100);
        assertThat(next.of(Q, 10)).isZero();
        assertThat(next.of(Q, 11)).isEqualTo(1);
        assertThat(next.of(Q, 12)).isZero();
    }

    @Test
    void theFileDoesNotGrowWithoutEnd() throws IOException {
        BackoutCounts counts = open(1);
        counts.backedOut(Q, 7);
        for (int i = 0; i < 8_000; i++) {
            counts.tried(Q, 8);
            counts.notTried(Q, 8);
        }
        assertThat(size()).isLessThan(10_100 * 30L);
        assertThat(open(100).of(Q, 7)).isEqualTo(1);
    }

    @Test
    void whereNothingCanBeKeptThatIsSaidAtOnce() throws IOException {
        BackoutCounts counts = open(1);
        counts.close();
        Files.delete(folder.resolve(BackoutCounts.FILE));
        Files.createDirectory(folder.resolve(BackoutCounts.FILE + ".new"));
        Files.createFile(folder.resolve(BackoutCounts.FILE + ".new").resolve("in the way"));
        assertThatThrownBy(() -> open(100)).isInstanceOf(MillraceException.class);
    }
}
