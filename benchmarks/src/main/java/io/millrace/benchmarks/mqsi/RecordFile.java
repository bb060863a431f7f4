package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.mqsi.Case.Volume;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes the input files, with one record per line, in the three types of the sample {@code
 * mqsi-v11} and in random order. Each record has a number that is unique across all files. The same
 * arguments produce the same files.
 */
final class RecordFile {

    private static final String WORDS =
            "payment for goods as ordered by letter of the month before with all charges borne by"
                    + " the payer and value on the day of receipt at the office named above ";

    /** A type of record in {@code records.yaml}. */
    private record Kind(String template, String field, int min, int max, int share) {}

    private static final List<Kind> KINDS = Resources.list("mqsi/records.yaml", Kind.class);

    private RecordFile() {}

    /**
     * Writes a file for each input adapter. Records are distributed round robin.
     *
     * @return the files
     */
    static List<Path> write(Path folder, Volume volume, int files) throws IOException {
        Files.createDirectories(folder);
        List<Path> written = new ArrayList<>();
        for (int file = 0; file < files; file++) {
            Path path = folder.resolve("input-" + file + ".txt");
            SplittableRandom random = new SplittableRandom(0x4D51_5349L + file);
            List<Kind> deck = new ArrayList<>();
            try (BufferedWriter out = Files.newBufferedWriter(path, StandardCharsets.US_ASCII)) {
                for (int number = file; number < volume.records(); number += files) {
                    if (deck.isEmpty()) {
                        shuffle(deck, random);
                    }
                    out.write(record(deck.removeLast(), number, volume.isMatch(number), random));
                    out.write('\n');
                }
            }
            written.add(path);
        }
        return written;
    }

    private static void shuffle(List<Kind> deck, SplittableRandom random) {
        for (Kind kind : KINDS) {
            for (int i = 0; i < kind.share; i++) {
                deck.add(random.nextInt(deck.size() + 1), kind);
            }
        }
    }

    private static String record(Kind kind, int number, boolean matches, SplittableRandom random) {
        int cents = random.nextInt(100, 10_000_000);
        Object[] values = {
            number,
            cents / 100 + "." + cents / 10 % 10 + cents % 10,
            random.nextBoolean() ? "D" : "C",
            matches ? kind.field : "",
            "",
            ""
        };
        int length = random.nextInt(kind.min, kind.max + 1);
        int room = Math.max(0, length - kind.template.formatted(values).length());
        // Records of the first type have less text.
        int text = kind == KINDS.getFirst() ? Math.min(room, 30) : room;
        values[4] = words(Math.min(room - text, 16));
        values[5] = words(text);
        return kind.template.formatted(values);
    }

    /**
     * Returns a string of the specified length. The text does not end with a blank, because
     * trailing blanks could be lost.
     */
    private static String words(int length) {
        String text = WORDS.repeat(length / WORDS.length() + 1).substring(0, length);
        return text.endsWith(" ") ? text.substring(0, length - 1) + "." : text;
    }
}
