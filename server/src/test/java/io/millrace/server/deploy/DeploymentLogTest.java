package io.millrace.server.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.flows.Placement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

class DeploymentLogTest {

    @TempDir Path folder;

    private Path file() {
        return folder.resolve("deployments.log");
    }

    private static Revision revision(long number, String version) {
        Map<String, Installed> applications = new HashMap<>();
        applications.put(
                "orders",
                version == null
                        ? null
                        : new Installed(
                                "sum" + version,
                                version,
                                "",
                                Set.of("default/in"),
                                Map.of("in", new Placement(Map.of("g", 2), 3))));
        return new Revision(number, "2026-01-01T00:00:00Z", "a@b", "deploy", applications);
    }

    private void fill() {
        try (DeploymentLog log = DeploymentLog.open(file())) {
            log.append(revision(1, "1"));
            log.append(revision(2, null));
            log.append(revision(3, "2"));
        }
    }

    @Test
    void theLogIsReadAsItWasWritten() {
        fill();
        try (DeploymentLog log = DeploymentLog.open(file())) {
            assertThat(log.revisions()).hasSize(3).contains(revision(2, null), revision(3, "2"));
            assertThat(log.current()).isEqualTo(revision(3, "2").applications());
            assertThat(log.next()).isEqualTo(4);
        }
    }

    /** A kill during a write leaves any part of the last line. */
    @Test
    void anIncompleteLastLineIsRemoved() throws IOException {
        fill();
        byte[] all = Files.readAllBytes(file());
        int last = new String(all).indexOf("\n", new String(all).indexOf("\n") + 1) + 1;
        for (int length = last; length < all.length; length++) {
            Files.write(file(), Arrays.copyOf(all, length));
            try (DeploymentLog log = DeploymentLog.open(file())) {
                assertThat(log.revisions()).hasSize(2);
                log.append(revision(3, "3"));
            }
            try (DeploymentLog log = DeploymentLog.open(file())) {
                assertThat(log.current().get("orders").version()).isEqualTo("3");
            }
        }
    }

    @Test
    void aDamagedLineIsReported() throws IOException {
        fill();
        String text = Files.readString(file());
        Files.writeString(file(), text.replaceFirst("a@b", "c@b"));
        assertThatThrownBy(() -> DeploymentLog.open(file()))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("deployments.log:1: the line is damaged");
    }

    /** Revisions are ordered by their numbers, and their times are those of the clock. */
    @Test
    void aClockThatJumpsChangesNoOrder() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-05-01T00:00:00Z"));
        Condition by = new Condition("a@b", Condition.ANY, Approval.ALL);
        try (DeploymentLog log = DeploymentLog.open(file(), now::get)) {
            log.append(by, "deploy", revision(1, "1").applications(), Map.of());
            now.set(Instant.EPOCH);
            log.append(by, "deploy", revision(2, "2").applications(), Map.of());
            now.set(Instant.parse("2999-01-01T00:00:00Z"));
            log.append(by, "rollback", revision(3, "1").applications(), Map.of());
            now.set(Instant.parse("2026-05-01T00:00:01Z"));
            log.append(by, "deploy", revision(4, "3").applications(), Map.of());
        }
        try (DeploymentLog log = DeploymentLog.open(file(), now::get)) {
            assertThat(log.revisions())
                    .extracting(Revision::number)
                    .containsExactly(1L, 2L, 3L, 4L);
            assertThat(log.revisions())
                    .extracting(Revision::time)
                    .containsExactly(
                            "2026-05-01T00:00:00Z",
                            "1970-01-01T00:00:00Z",
                            "2999-01-01T00:00:00Z",
                            "2026-05-01T00:00:01Z");
            assertThat(log.current().get("orders").version()).isEqualTo("3");
            assertThat(log.next()).isEqualTo(5);
        }
    }
}
