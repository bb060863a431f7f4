package io.millrace.store.artemis.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.store.artemis.ArtemisStore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A home folder that somebody moves while its broker runs. */
class DeletedHomeTest {

    @TempDir Path folder;

    @Test
    void aMovedHomeIsReportedWithoutTheClaimThatItsDataIsSafe() throws IOException {
        Path home = folder.resolve("home");
        List<MillraceException> failures = new CopyOnWriteArrayList<>();
        try (ArtemisStore store = DamagedFilesTest.open(home, false)) {
            store.create(QueueDefinition.named("Q"));
            store.onFailure(failures::add);
            Files.move(home, folder.resolve("moved"));
            await().until(() -> !failures.isEmpty());
            Files.move(folder.resolve("moved"), home);
        }
        MillraceException failure = failures.getFirst();
        assertThat(failure.code()).isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
        assertThat(failure)
                .hasMessageContaining("the home folder " + home + " was deleted or moved")
                .hasMessageContaining("the messages in it are lost, unless")
                .hasMessageNotContaining("safe");
    }
}
