package io.millrace.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The records of files when the process is killed: none is lost or processed twice. */
@Timeout(300)
class FileProcessTest {

    private static final int FILES = 3;
    private static final int RECORDS = 5_000;
    private static final int KILLS = 2;
    private static final long SEED = Long.getLong("millrace.seed", 1);

    private static final String FLOW =
            """
            flow: read
            nodes:
              in:
                type: FileInput
                inputDirectory: %1$s
                filenamePattern: file*
                recordDetection: delimited
                pollingInterval: 0
                minimumAge: 0
              copy:
                type: FileOutput
                outputDirectory: %2$s
                outputFilename: copy*
                recordDefinition: delimited
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: copy
              in.endOfData: copy.finishFile
              copy.out: out
            """;

    @TempDir Path folder;

    @Test
    void aKilledProcessReadsAndWritesEachRecordOnce() throws Exception {
        Path input = Files.createDirectory(folder.resolve("input"));
        Path output = Files.createDirectory(folder.resolve("output"));
        Path application = Files.createDirectory(folder.resolve("read"));
        Files.writeString(application.resolve("read.flow.yaml"), FLOW.formatted(input, output));
        List<String> records = write(input);
        Random random = new Random(SEED);
        Path home = folder.resolve("home");
        for (int kill = 1; kill <= KILLS; kill++) {
            int messages = kill * records.size() / (KILLS + 1) + random.nextInt(100);
            FileProcess.run(home, application, messages, Integer.MAX_VALUE);
        }
        FileProcess.run(home, application, Integer.MAX_VALUE, records.size());
        assertThat(texts(home)).isEqualTo(records);
        assertThat(files(input.resolve("mqsitransitin"))).isEmpty();
        assertThat(files(input.resolve("mqsiarchive"))).hasSize(FILES);
        assertThat(files(output.resolve("mqsitransit"))).isEmpty();
        for (int file = 0; file < FILES; file++) {
            assertThat(output.resolve("copy" + file))
                    .hasSameTextualContentAs(input.resolve("mqsiarchive/file" + file));
        }
    }

    private static List<String> write(Path input) throws IOException {
        List<String> records = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < RECORDS; i++) {
                String record = file + ":" + i;
                records.add(record);
                text.append(record).append('\n');
            }
            Files.writeString(input.resolve("file" + file), text);
        }
        return records;
    }

    private static List<String> texts(Path home) {
        try (Broker broker = Broker.builder().home(home).start()) {
            return broker.browse(FileProcess.OUT, FILES * RECORDS + 1).stream()
                    .map(QueueMessage::body)
                    .map(body -> body.text(StandardCharsets.UTF_8))
                    .toList();
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
