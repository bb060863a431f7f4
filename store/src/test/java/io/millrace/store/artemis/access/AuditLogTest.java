package io.millrace.store.artemis.access;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Secret;
import io.millrace.store.CapturedLog;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisProvider;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.StompClient;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;

class AuditLogTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir Path folder;

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(folder.resolve(file));
    }

    private static AuditLog.Entry login(String user) {
        return new AuditLog.Entry("login", user, "192.0.2.1", "AMQP", "", "failed");
    }

    @Test
    void aLineIsAJsonObjectWhateverAClientSends() throws IOException {
        try (AuditLog log = new AuditLog(folder, () -> NOW)) {
            log.add(login("a\"b\\c\n\u001b[2J\u202ed"));
        }
        assertThat(lines(AuditLog.FILE))
                .containsExactly(
                        "{\"time\":\"2026-01-01T00:00:00Z\",\"event\":\"login\",\"user\":"
                                + "\"a\\\"b\\\\c\\u000a\\u001b[2J\\u202ed\",\"address\":"
                                + "\"192.0.2.1\",\"protocol\":\"AMQP\",\"outcome\":\"failed\"}");
        assertThat(Files.getPosixFilePermissions(folder.resolve(AuditLog.FILE)))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void repetitionsAreCountedInOneLine() throws IOException {
        try (AuditLog log = new AuditLog(folder, () -> NOW)) {
            for (int i = 0; i < 300; i++) {
                log.add(login("alice"));
            }
            log.summarize();
            log.add(login("alice"));
            for (int i = 0; i < 2 * AuditLog.MAX_ENTRIES; i++) {
                log.add(login("user" + i));
            }
        }
        List<String> lines = lines(AuditLog.FILE);
        assertThat(lines.get(1)).contains("\"alice\"").endsWith("\"repeated\":299}");
        assertThat(lines).hasSize(2 + AuditLog.MAX_ENTRIES + 1);
        assertThat(lines.getLast())
                .contains("\"suppressed\"")
                .endsWith("\"repeated\":" + (AuditLog.MAX_ENTRIES + 1) + "}");
    }

    @Test
    void aMissingRightIsAlsoLoggedForTheOperatorOnce() throws IOException {
        try (CapturedLog events = new CapturedLog(Refusals.class)) {
            try (AuditLog log = new AuditLog(folder, () -> NOW)) {
                for (int i = 0; i < 2; i++) {
                    Refusals.add(
                            log,
                            new AuditLog.Entry(
                                    "send", "bob", "192.0.2.1", "STOMP", "PRICE.IN", "refused"));
                }
            }
            assertThat(events.messages())
                    .containsExactly(
                            ErrorCode.QUEUE_NOT_AUTHORIZED.id()
                                    + " user bob needs the right put for PRICE.IN (users in"
                                    + " broker.yaml)");
        }
    }

    @Test
    void fullFilesAreKeptUpToANumber() throws IOException {
        try (AuditLog log = new AuditLog(folder, () -> NOW, 200)) {
            for (int i = 0; i < 100; i++) {
                log.change(login("user" + i));
            }
        }
        try (var files = Files.list(folder)) {
            assertThat(files.filter(f -> f.getFileName().toString().startsWith(AuditLog.FILE)))
                    .hasSize(AuditLog.MAX_FILES)
                    .allSatisfy(f -> assertThat(Files.size(f)).isLessThanOrEqualTo(200));
        }
        assertThat(lines(AuditLog.FILE).getLast()).contains("user99");
    }

    private static String connect(int port, String user, String password) throws IOException {
        try (StompClient stomp = new StompClient(new Socket("127.0.0.1", port))) {
            return stomp.connect(user, password);
        }
    }

    @Test
    void guessedPasswordsAreLoggedAndDelayed() throws IOException {
        Rights rights = Rights.of(List.of("*"), List.of("*"));
        try (QueueStore store =
                ArtemisStore.embed(
                        TestSettings.embedded(folder)
                                .withAcceptors(
                                        List.of(
                                                Acceptor.loopback(Protocol.STOMP),
                                                Acceptor.loopback(Protocol.CORE)))
                                .withUsers(
                                        List.of(
                                                new StoreUser("alice", Secret.of("a"), rights),
                                                new StoreUser("bob", Secret.of("b"), rights))))) {
            int port = port(store, Protocol.STOMP);
            assertThat(connect(port, "alice", "a")).startsWith("CONNECTED");
            for (int i = 0; i < 50; i++) {
                assertThat(connect(port, "bob", "guess" + i)).doesNotContain("CONNECTED");
            }
            assertThat(connect(port, "alice", "a")).as("known here").startsWith("CONNECTED");
            try (QueueStore own = new ArtemisProvider().attach(folder).orElseThrow()) {
                own.create(QueueDefinition.named("MADE"));
                own.delete("MADE");
            }
        }
        List<String> lines = lines(AuditLog.FILE);
        assertThat(lines)
                .anyMatch(l -> l.contains("\"bob\"") && l.contains("\"failed\""))
                .anyMatch(l -> l.contains("\"bob\"") && l.contains("\"delayed\""))
                .anyMatch(l -> l.contains("\"queue.create\",\"user\":\"millrace\""))
                .anyMatch(l -> l.contains("\"manage.destroyQueue\"") && l.contains("MADE"))
                .noneMatch(l -> l.contains("guess"));
        assertThat(lines.stream().filter(l -> l.contains("\"bob\""))).hasSizeLessThan(20);
    }
}
