package io.millrace.benchmarks.mqsi;

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
 * Writes the input files: one record per line, of 115 to 485 characters, in the three types of the
 * sample {@code mqsi-v11}. Of each hundred, 91 are of type 1, 4 of type 2 and 5 of type 3, in
 * random order. Each record has a number that is unique across all files. The same arguments
 * produce the same files.
 */
final class RecordFile {

    private static final int DECK = 100;
    private static final int TYPE_1 = 91;
    private static final int TYPE_2 = 4;
    private static final long SEED = 0x4D51_5349L;

    private static final int SHORTEST_1 = 115;
    private static final int SHORTEST_2 = 255;
    private static final int SHORTEST_3 = 355;
    private static final int MAX_1 = 165;
    private static final int MAX_2 = 305;
    private static final int MAX_3 = 485;

    private static final int TEXT_LENGTH = 30;
    private static final int REFERENCE_LENGTH = 16;

    private static final String WORDS =
            "payment for goods as ordered by letter of the month before with all charges borne by"
                    + " the payer and value on the day of receipt at the office named above ";

    private final Volume volume;
    private final int file;
    private final int files;
    private final SplittableRandom chance;

    private RecordFile(Volume volume, int file, int files) {
        this.volume = volume;
        this.file = file;
        this.files = files;
        this.chance = new SplittableRandom(SEED + file);
    }

    /**
     * Writes a file for each input adapter, one record after the other dealt out among them.
     *
     * @return the files
     */
    static List<Path> write(Path folder, Volume volume, int files) throws IOException {
        Files.createDirectories(folder);
        List<Path> written = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            Path path = folder.resolve("input-" + i + ".txt");
            new RecordFile(volume, i, files).write(path);
            written.add(path);
        }
        return written;
    }

    private void write(Path path) throws IOException {
        List<Integer> deck = new ArrayList<>();
        try (BufferedWriter out = Files.newBufferedWriter(path, StandardCharsets.US_ASCII)) {
            for (int number = file; number < volume.records(); number += files) {
                if (deck.isEmpty()) {
                    shuffle(deck);
                }
                out.write(record(deck.removeLast(), number));
                out.write('\n');
            }
        }
    }

    private void shuffle(List<Integer> deck) {
        for (int i = 0; i < DECK; i++) {
            int type = i < TYPE_1 ? 1 : i < TYPE_1 + TYPE_2 ? 2 : 3;
            deck.add(chance.nextInt(deck.size() + 1), type);
        }
    }

    /** Whether a rule matches: evenly distributed, and exactly as often as the volume specifies. */
    private boolean matches(long number) {
        long share = volume.messages();
        return (number + 1) * share / volume.records() > number * share / volume.records();
    }

    private String record(int type, int number) {
        boolean matches = matches(number);
        return switch (type) {
            case 1 -> first(number, matches);
            case 2 -> second(number, matches);
            default -> third(number, matches);
        };
    }

    private String first(int number, boolean matches) {
        String amount = amount();
        String account = matches ? "004711000815" : "";
        String front = "1|" + number + "|CORE|31|T00417||20261120||" + account + "||EUR|" + amount;
        String middle = "|" + side() + "|PAYM||20261121|";
        String back = "||12|3|B|||DE||||N2||3100,D," + amount + ",EUR,1,K31,GIRO,";
        int room = between(SHORTEST_1, MAX_1) - front.length() - middle.length() - back.length();
        int text = Math.clamp(room, 0, TEXT_LENGTH);
        int reference = Math.clamp(room - text, 0, REFERENCE_LENGTH);
        return front + middle + words(reference) + back + words(text);
    }

    private String second(int number, boolean matches) {
        String amount = amount();
        String reference = matches ? "INVOICE 2026-118" : "";
        String front =
                "2|%d|CORE|31|T00417|AT07|20261120|101502|004711000816|DD|EUR|%s|%s|TRAN|BR|20261121|%s"
                        .formatted(number, amount, side(), reference);
        String back =
                "|1234|12|4|B|OK|N|DE|de|RET|O00012|N2|4.50|3100,C,"
                        + amount
                        + ",EUR,1.085300,K31,GIRO,transfer from abroad|6200,D,4.50,EUR,1,K31,GIRO,";
        return filled(front + back, between(SHORTEST_2, MAX_2));
    }

    private String third(int number, boolean matches) {
        String amount = amount();
        String officer = matches ? "O00012" : "";
        String front =
                "3|%d|SECU|31|T00417|AT07|20261120|101503|004711000817|SD|CHF|%s|%s|SECB|BR|20261124|ORDER 2026-00118"
                        .formatted(number, amount, side());
        String postings =
                "|1234|12|5|B|OK|N|CH|de|PRV|%s|S1|104.50|3190,D,%s,CHF,0.938200,K31-SEC,DEPOT-PRV,1200 shares"
                        .formatted(officer, amount);
        String rest =
                "|6210,D,104.50,CHF,0.938200,K31-SEC,DEPOT-PRV,brokerage and stamp duty of 24.50"
                        + "|9100,C,0.00,CHF,1,K31-SEC,LETTER-DE,";
        return filled(front + postings + rest, between(SHORTEST_3, MAX_3));
    }

    private static String filled(String record, int length) {
        return record + words(Math.max(0, length - record.length()));
    }

    private String side() {
        return chance.nextBoolean() ? "D" : "C";
    }

    private String amount() {
        int cents = chance.nextInt(100, 10_000_000);
        return cents / 100 + "." + cents / 10 % 10 + cents % 10;
    }

    private int between(int least, int most) {
        return chance.nextInt(least, most + 1);
    }

    /**
     * Returns a text of a length, without a blank at its end, because trailing blanks could be
     * lost.
     */
    private static String words(int length) {
        if (length == 0) {
            return "";
        }
        String text = WORDS.repeat(length / WORDS.length() + 1).substring(0, length);
        return text.endsWith(" ") ? text.substring(0, length - 1) + "." : text;
    }
}
