package io.millrace.benchmarks.mqsi;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * Counts of the records of a run by their outcome.
 *
 * @param read number of records that the input adapters read
 * @param written number of records of 226 bytes in the output files
 * @param dropped number of messages that matched no rule
 * @param failed number of messages that could not be processed
 * @param twice number of records that were written more than once, or written but never read
 */
public record Books(long read, long written, long dropped, long failed, long twice) {

    private static final int RECORD_BYTES = 226;

    /**
     * Counts the output files of a run, and the messages that remain on the queues.
     *
     * @param records number of input records, which are numbered from 0
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
                        "the size of %s must be a multiple of 226 (found %d bytes)"
                                .formatted(output, size));
            }
            try (InputStream in = new BufferedInputStream(Files.newInputStream(output))) {
                for (; size > 0; size -= RECORD_BYTES) {
                    String record =
                            new String(in.readNBytes(RECORD_BYTES), StandardCharsets.US_ASCII);
                    int number = Integer.parseInt(record.substring(1, 9));
                    written++;
                    twice += number >= records || seen.get(number) ? 1 : 0;
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

    Books plus(Books other) {
        return new Books(
                read + other.read,
                written + other.written,
                dropped + other.dropped,
                failed + other.failed,
                twice + other.twice);
    }

    /** Returns the number of records that were read and have no outcome. */
    public long missing() {
        return read - written - dropped - failed;
    }

    /** Whether each record that was read has exactly one outcome. */
    public boolean balance() {
        return missing() == 0 && twice == 0;
    }

    @Override
    public String toString() {
        return "read %d, written %d, dropped %d, failed %d"
                        .formatted(read, written, dropped, failed)
                + (twice == 0 ? "" : ", written twice or never read " + twice);
    }
}
