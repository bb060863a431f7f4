package io.millrace.server.command;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.ParseErrors;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A rule that separates the records of a file. */
sealed interface RecordFile {

    /** Opens a reader of one file. */
    Reader open(byte[] file);

    /** A reader of the records of one file, from the first to the last. */
    interface Reader {

        /**
         * Returns the next record; null at the end.
         *
         * @throws MillraceException if the file is damaged
         */
        Bytes next();

        /** Whether the records after a damaged record can be found. */
        boolean canGoOn();
    }

    /** Returns the rule for a file that is one message. */
    static RecordFile whole() {
        return new Whole();
    }

    /** Returns the rule that the option --records specifies. */
    static RecordFile of(String option) {
        if (option.equals("rdw") || option.startsWith("rdw,")) {
            return DescriptorWords.of(option);
        }
        if (option.equals("lines")) {
            return new Lines();
        }
        if (option.matches("fixed:[1-9][0-9]{0,8}")) {
            return new Fixed(Integer.parseInt(option.substring("fixed:".length())));
        }
        throw Usage.wrong(
                "--records",
                "must be fixed:N (N bytes each), rdw[,little][,exclusive][,kept] or lines (found "
                        + option
                        + ")");
    }

    /**
     * Returns a rule that ignores bytes at the beginning and end of each file, as --skip specifies.
     *
     * @param option two numbers separated by a colon, or only the first number
     */
    default RecordFile within(String option) {
        if (!option.matches("[0-9]{1,9}(:[0-9]{1,9})?")) {
            throw Usage.wrong(
                    "--skip", "must be N or N:M (bytes before and after) (found " + option + ")");
        }
        String[] parts = option.split(":");
        int before = Integer.parseInt(parts[0]);
        int after = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
        return new Within(this, before, after);
    }

    record Whole() implements RecordFile {
        @Override
        public Reader open(byte[] file) {
            return new Reader() {
                private boolean done;

                @Override
                public Bytes next() {
                    boolean first = !done;
                    done = true;
                    return first ? Bytes.of(file) : null;
                }

                @Override
                public boolean canGoOn() {
                    return true;
                }
            };
        }
    }

    record Within(RecordFile records, int before, int after) implements RecordFile {
        @Override
        public Reader open(byte[] file) {
            long left = file.length - (long) before - after;
            if (left < 0) {
                throw Usage.wrong(
                        "--skip",
                        "must not exceed the file, which has %d bytes (found %d before and %d after the messages)"
                                .formatted(file.length, before, after));
            }
            return records.open(Arrays.copyOfRange(file, before, before + (int) left));
        }
    }

    record Fixed(int length) implements RecordFile {
        @Override
        public Reader open(byte[] file) {
            return new Cut(file) {
                @Override
                int end() {
                    int left = file.length - at;
                    if (left < length) {
                        broken = true;
                        throw ParseErrors.failed(
                                "fixed:" + length,
                                at,
                                "found %d bytes, expected %d".formatted(left, length));
                    }
                    return at + length;
                }
            };
        }
    }

    record Lines() implements RecordFile {
        @Override
        public Reader open(byte[] file) {
            return new Cut(file) {
                @Override
                int end() {
                    int end = at;
                    while (end < file.length && file[end] != '\n') {
                        end++;
                    }
                    after = end < file.length ? 1 : 0;
                    boolean pair = end > at && file[end - 1] == '\r' && after == 1;
                    after += pair ? 1 : 0;
                    return pair ? end - 1 : end;
                }
            };
        }
    }

    /**
     * A rule for records with a descriptor word. The word has two bytes of length and two zero
     * bytes (z/OS DFSMS Using Data Sets, "Record descriptor word"). The length includes the four
     * bytes of the word itself. The parameters select variants that file transfer programs write.
     *
     * @param little whether the length is after the zero bytes, its lower byte first
     * @param exclusive whether the length does not include the word
     * @param kept whether the word is part of the record, as in the copybook
     */
    record DescriptorWords(boolean little, boolean exclusive, boolean kept) implements RecordFile {
        private static final int WORD = 4;

        static DescriptorWords of(String option) {
            Set<String> words = new HashSet<>(List.of(option.split(",", -1)));
            words.remove("rdw");
            DescriptorWords made =
                    new DescriptorWords(
                            words.remove("little"),
                            words.remove("exclusive"),
                            words.remove("kept"));
            if (!words.isEmpty()) {
                throw Usage.wrong(
                        "--records",
                        "must be rdw with little, exclusive or kept (found " + option + ")");
            }
            return made;
        }

        @Override
        public Reader open(byte[] file) {
            return new Cut(file) {
                @Override
                int end() {
                    int length = file.length - at < WORD ? 0 : specified(file, at);
                    if (length < WORD || length > file.length - at) {
                        broken = true;
                        throw ParseErrors.failed(
                                "RDW",
                                at,
                                "found a length of "
                                        + length
                                        + ", expected "
                                        + WORD
                                        + " to the "
                                        + (file.length - at)
                                        + " bytes that are left");
                    }
                    before = kept ? 0 : WORD;
                    return at + length;
                }
            };
        }

        /** Returns the length of the record including its word, as specified in the word. */
        private int specified(byte[] file, int at) {
            int high = at + (little ? 3 : 0);
            int low = at + (little ? 2 : 1);
            int length = (file[high] & 0xFF) << 8 | file[low] & 0xFF;
            return exclusive ? length + WORD : length;
        }
    }

    /** A reader that splits a file into successive records. */
    abstract class Cut implements Reader {
        private final byte[] file;
        int at;

        /** Number of bytes of the record's word, and of the line break after the record. */
        int before;

        int after;
        boolean broken;

        Cut(byte[] file) {
            this.file = file;
        }

        /** Returns the end of the record that starts at the current position. */
        abstract int end();

        @Override
        public final Bytes next() {
            if (at >= file.length) {
                return null;
            }
            int end = end();
            Bytes record = new Bytes(file, at + before, end);
            at = end + after;
            return record;
        }

        @Override
        public final boolean canGoOn() {
            return !broken;
        }
    }
}
