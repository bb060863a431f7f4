package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.engine.queue.QueueStoreSettings;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Who can read the messages in a home folder. */
class PrivateHomeTest {

    private static final String WORLD_READABLE = "rwxr-xr-x";

    @TempDir Path folder;

    @BeforeEach
    void posix() {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    }

    private static void permit(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(WORLD_READABLE));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void messagesArePrivateInAFolderThatEverybodyMayRead() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        permit(home);
        permit(Files.createDirectory(home.resolve("journal")));
        ArtemisStore.embed(QueueStoreSettings.embedded(home)).close();
        for (String name : List.of("journal", "bindings", "paging", "large")) {
            assertThat(permissions(home.resolve(name))).as(name).isEqualTo("rwx------");
        }
        assertThat(permissions(home)).isEqualTo(WORLD_READABLE);
    }

    @Test
    void aNewHomeIsPrivateAsAWhole() throws IOException {
        Path home = folder.resolve("home");
        ArtemisStore.embed(QueueStoreSettings.embedded(home)).close();
        assertThat(permissions(home)).isEqualTo("rwx------");
    }
}
