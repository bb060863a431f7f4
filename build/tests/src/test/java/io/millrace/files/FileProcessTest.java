package io.millrace.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.BufferedWriter;
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
    private static final String HEAP = "256m";

    /** Number of records in the files whose records the parser finds. */
    private static final int PARSED = Integer.getInteger("millrace.records", 20_000);

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
            FileProcess.run(home, application, messages, Integer.MAX_VALUE, HEAP);
        }
        FileProcess.run(home, application, Integer.MAX_VALUE, records.size(), HEAP);
        assertThat(texts(home)).isEqualTo(records);
        assertThat(files(input.resolve("mqsitransitin"))).isEmpty();
        assertThat(files(input.resolve("mqsiarchive"))).hasSize(FILES);
        assertThat(files(output.resolve("mqsitransit"))).isEmpty();
        for (int file = 0; file < FILES; file++) {
            assertThat(output.resolve("copy" + file))
                    .hasSameTextualContentAs(input.resolve("mqsiarchive/file" + file));
        }
    }

    private static final String PARSED_FLOW =
            """
            flow: parse
            nodes:
              in:
                type: FileInput
                inputDirectory: %1$s
                recordDetection: parsedRecordSequence
                domain: %3$s
                pollingInterval: 0
                minimumAge: 0
              copy:
                type: FileOutput
                outputDirectory: %2$s
                outputFilename: "*"
                recordDefinition: %4$s
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: copy
              in.endOfData: copy.finishFile
              copy.endOfData: out
            """;

    private static final String MODEL =
            """
            messageSet: orders
            messages:
              order:
                sequence:
                  number: {string: 7}
                  count: {int: 1, cwf: external unsigned}
                  item: {string: 3, occurs: 0..9, cwf: {repeatReference: count}}
            """;

    /** Ends of the files: the process is killed after the first one, in the second. */
    @ParameterizedTest
    @CsvSource({"XMLNSC, delimited", "MRM, unmodified"})
    void theParserFindsTheRecordsOfLargeFilesInASmallHeap(String domain, String definition)
            throws Exception {
        Path input = Files.createDirectory(folder.resolve("input"));
        Path output = Files.createDirectory(folder.resolve("output"));
        Path application = Files.createDirectory(folder.resolve("parse"));
        Files.writeString(
                application.resolve("parse.flow.yaml"),
                PARSED_FLOW.formatted(input, output, domain, definition));
        Files.writeString(application.resolve("orders.model.yaml"), MODEL);
        for (int file = 0; file < FILES; file++) {
            writeRecords(input.resolve("file" + file), domain.equals("MRM"));
        }
        Path home = folder.resolve("home");
        FileProcess.run(home, application, 1, Integer.MAX_VALUE, "64m");
        FileProcess.run(home, application, Integer.MAX_VALUE, FILES, "64m");
        for (int file = 0; file < FILES; file++) {
            assertThat(
                            Files.mismatch(
                                    output.resolve("file" + file),
                                    input.resolve("mqsiarchive/file" + file)))
                    .isEqualTo(-1);
        }
    }

    private static void writeRecords(Path file, boolean isFixed) throws IOException {
        try (BufferedWriter text = Files.newBufferedWriter(file)) {
            for (int i = 0; i < PARSED / FILES; i++) {
                if (isFixed) {
                    text.write("%07d%d%s".formatted(i, i % 10, "abc".repeat(i % 10)));
                } else {
                    text.write(
                            "<order number='%d'>%s</order>\n".formatted(i, "<i/>".repeat(i % 10)));
                }
            }
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
