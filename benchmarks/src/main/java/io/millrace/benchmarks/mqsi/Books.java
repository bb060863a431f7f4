package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.result.ResultRow;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Counts of the records of a run by their outcome.
 *
 * @param read by the input adapters
 * @param written records of 226 bytes in the output files
 * @param dropped messages that matched no rule
 * @param failed messages that could not be processed
 * @param twice records written more than once, or never read
 */
public record Books(long read, long written, long dropped, long failed, long twice) {

    static final Books NONE = new Books(0, 0, 0, 0, 0);

    /** Size of a record in an output file. */
    static final int RECORD_BYTES = 226;

    private static final int NUMBER_FROM = 1;
    private static final int NUMBER_TO = 9;

    /**
     * Counts the output files of a run, and the messages that remain on the queues.
     *
     * @param records whose numbers begin with 0
     */
    static Books of(long read, int records, List<Path> outputs, List<QueueManager> managers)
            throws IOException {
        BitSet seen = new BitSet(records);
        long written = 0;
        long twice = 0;
        for (Path output : outputs) {
            long size = Files.size(output);
            if (size % RECORD_BYTES != 0) {
                throw new IllegalStateException(
                        output + " has " + size + " bytes, not records of " + RECORD_BYTES);
            }
            try (DataInputStream in =
                    new DataInputStream(new BufferedInputStream(Files.newInputStream(output)))) {
                byte[] record = new byte[RECORD_BYTES];
                for (long i = 0; i < size / RECORD_BYTES; i++) {
                    in.readFully(record);
                    int number = number(record);
                    written++;
                    if (number >= records || seen.get(number)) {
                        twice++;
                    }
                    seen.set(number);
                }
            }
        }
        return new Books(
                read,
                written,
                managers.stream().mapToLong(QueueManager::dropped).sum(),
                managers.stream().mapToLong(QueueManager::failed).sum(),
                twice);
    }

    private static int number(byte[] record) {
        String digits =
                new String(record, NUMBER_FROM, NUMBER_TO - NUMBER_FROM, StandardCharsets.US_ASCII);
        return Integer.parseInt(digits);
    }

    Books plus(Books other) {
        return new Books(
                read + other.read,
                written + other.written,
                dropped + other.dropped,
                failed + other.failed,
                twice + other.twice);
    }

    /** Returns the numbers by their names in results. */
    Map<String, Double> figures() {
        return Map.of(
                "read", (double) read,
                "written", (double) written,
                "dropped", (double) dropped,
                "failed", (double) failed,
                "twice", (double) twice);
    }

    /** Returns the numbers of a row of results. */
    public static Books of(ResultRow row) {
        return new Books(
                number(row, "read"),
                number(row, "written"),
                number(row, "dropped"),
                number(row, "failed"),
                number(row, "twice"));
    }

    private static long number(ResultRow row, String name) {
        return Math.round(row.extra().get(name));
    }

    /** Whether each record that was read is in one place. */
    public boolean balance() {
        return read == written + dropped + failed && twice == 0;
    }

    @Override
    public String toString() {
        return "read %d, written %d, dropped %d, failed %d%s"
                .formatted(
                        read,
                        written,
                        dropped,
                        failed,
                        twice == 0 ? "" : ", written twice or never read " + twice);
    }
}
