package io.millrace.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

@Timeout(300)
class FileWatchTest {

    private static final long LONG_MILLIS = 100_000;

    @TempDir Path folder;

    private FileWatch watch() throws IOException {
        Files.createDirectories(folder.resolve("app/flows"));
        Files.writeString(folder.resolve("app/flows/a.flow.yaml"), "1");
        return FileWatch.of(List.of(folder.resolve("app")));
    }

    /** Waits for a change. Events without a change of content return nothing. */
    private static Set<Path> change(FileWatch watch) throws InterruptedException {
        Set<Path> changed = Set.of();
        while (changed.isEmpty()) {
            changed = watch.await(LONG_MILLIS);
        }
        return changed;
    }

    @Test
    void changesThatFollowEachOtherAreOne() throws Exception {
        try (FileWatch watch = watch()) {
            List<Path> burst = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                burst.add(Files.writeString(folder.resolve("app/" + i + ".esql"), "x"));
            }
            assertThat(change(watch)).containsExactlyInAnyOrderElementsOf(burst);
            assertThat(watch.await(0)).isEmpty();
        }
    }

    @Test
    void equalContentHiddenFilesAndTargetAreNoChange() throws Exception {
        try (FileWatch watch = watch()) {
            Path flow = folder.resolve("app/flows/a.flow.yaml");
            Files.writeString(flow, "1");
            Files.writeString(folder.resolve("app/.a.swp"), "x");
            Files.writeString(
                    Files.createDirectories(folder.resolve("app/target")).resolve("a.class"), "x");
            Path other = Files.writeString(folder.resolve("app/other.esql"), "x");
            assertThat(change(watch)).containsExactly(other);
        }
    }

    @Test
    void filesThatAreRenamedDeletedOrInNewFoldersAreChanges() throws Exception {
        try (FileWatch watch = watch()) {
            Path flow = folder.resolve("app/flows/a.flow.yaml");
            Path next = Files.writeString(folder.resolve("app/flows/.a.next"), "2");
            Files.move(next, flow, StandardCopyOption.ATOMIC_MOVE);
            assertThat(change(watch)).containsExactly(flow);
            Path below = Files.createDirectories(folder.resolve("app/x/y")).resolve("b.esql");
            Files.writeString(below, "1");
            assertThat(change(watch)).containsExactly(below);
            Files.writeString(below, "2");
            assertThat(change(watch)).containsExactly(below);
            Files.delete(below);
            assertThat(change(watch)).containsExactly(below);
        }
    }

    @Test
    void aFolderThatIsReplacedIsWatchedAgain() throws Exception {
        try (FileWatch watch = watch()) {
            Path app = folder.resolve("app");
            Path flow = app.resolve("flows/a.flow.yaml");
            Files.move(app, folder.resolve("old"));
            Files.createDirectories(flow.getParent());
            Files.writeString(flow, "2");
            Set<Path> changed = Set.of();
            while (changed.isEmpty() || !Files.readString(flow).equals("2")) {
                changed = watch.await(100);
            }
            Files.writeString(flow, "3");
            assertThat(change(watch)).containsExactly(flow);
        }
    }

    @Test
    void aSingleFileIsWatchedWithoutItsNeighbours() throws Exception {
        Path archive = Files.writeString(folder.resolve("a.zip"), "1");
        try (FileWatch watch = FileWatch.of(List.of(archive))) {
            Files.writeString(folder.resolve("b.zip"), "1");
            Path next = Files.writeString(folder.resolve("a.next"), "2");
            Files.move(next, archive, StandardCopyOption.ATOMIC_MOVE);
            assertThat(change(watch)).containsExactly(archive);
        }
    }
}
