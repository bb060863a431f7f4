package io.millrace.store.artemis.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.journal.FileLedger;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Small files of a home folder that hold something else after the process was killed. */
class SmallFilesTest {

    private static final QueueDefinition LIMITED = new QueueDefinition("Q", 500, true, 3, "");

    /** The only file that the store needs. */
    private static final String NEEDED = "queues.properties";

    @TempDir static Path folder;

    @TempDir Path test;

    enum Content {
        GARBAGE,
        EMPTY,
        TRUNCATED,
        BINARY
    }

    @BeforeAll
    static void leaveAStore() throws IOException {
        Path work = folder.resolve("work");
        try (ArtemisStore store = DamagedFilesTest.open(work, false);
                QueueSession session = store.session()) {
            store.create(LIMITED);
            session.put("Q", new QueueMessage(new Mqmd().persistence(1), Bytes.utf8("m")), false);
            try (QueueSession other = store.session();
                    QueueReader reader = other.reader("Q")) {
                assertThat(reader.receive(10_000)).isNotNull();
                other.rollback();
            }
            DamagedFilesTest.copy(work, folder.resolve("killed"));
        }
    }

    /** For the needed file all contents, for each other one if they are samples, else the rest. */
    private static Stream<Arguments> cases(boolean samples) throws IOException {
        List<Arguments> cases = new ArrayList<>();
        int number = 0;
        try (Stream<Path> files = Files.walk(folder.resolve("killed"))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (Files.size(file) < 10_000 || file.endsWith(FileLedger.FILE)) {
                    String name = folder.resolve("killed").relativize(file).toString();
                    int sample = number++ % Content.values().length;
                    for (Content content : Content.values()) {
                        if ((name.equals(NEEDED) || content.ordinal() == sample) == samples) {
                            cases.add(Arguments.of(name, content));
                        }
                    }
                }
            }
        }
        return cases.stream();
    }

    static Stream<Arguments> samples() throws IOException {
        return cases(true);
    }

    static Stream<Arguments> otherCases() throws IOException {
        return cases(false);
    }

    private static byte[] content(Content content, byte[] before) {
        return switch (content) {
            case GARBAGE -> "this is \\u no file of ours\nx = y\n".getBytes(StandardCharsets.UTF_8);
            case EMPTY -> new byte[0];
            case TRUNCATED -> Arrays.copyOf(before, before.length / 2);
            case BINARY -> {
                byte[] bytes = new byte[300];
                new Random(1).nextBytes(bytes);
                yield bytes;
            }
        };
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSmallFileThatIsDamagedIsReportedOrNotNeeded(String name, Content content)
            throws IOException {
        Path home = test.resolve("home");
        DamagedFilesTest.copy(folder.resolve("killed"), home);
        Path file = home.resolve(name);
        Files.write(file, content(content, Files.readAllBytes(file)));
        try (ArtemisStore store = DamagedFilesTest.open(home, false)) {
            assertThat(store.status("Q").depth()).isEqualTo(1);
            assertThat(store.definition("Q")).contains(LIMITED);
        } catch (MillraceException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STORE_DAMAGED);
            assertThat(e).hasMessageContaining(file.toString());
            assertThat(name).isEqualTo(NEEDED);
        }
    }

    @ParameterizedTest
    @Tag("proof")
    @MethodSource("otherCases")
    void anyOtherSmallFileIsReportedOrNotNeeded(String name, Content content) throws IOException {
        aSmallFileThatIsDamagedIsReportedOrNotNeeded(name, content);
    }
}
