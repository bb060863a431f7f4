package io.millrace.server.command;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.Damage;

/** How the records of a file are told apart. */
sealed interface RecordFile {

    /** Reads one file. */
    Reader open(byte[] file);

    /** The records of one file, from the first to the last. */
    interface Reader {

        /**
         * The next record; null at the end.
         *
         * @throws MillraceException where the file is damaged
         */
        Bytes next();

        /** Whether the records behind a damaged one can be found. */
        boolean canGoOn();
    }

    /** A file that is one message. */
    static RecordFile whole() {
        return new Whole();
    }

    /** What the option --records says. */
    static RecordFile of(String option) {
        if (option.equals("rdw")) {
            return new DescriptorWords();
        }
        if (option.equals("lines")) {
            return new Lines();
        }
        if (option.matches("fixed:[1-9][0-9]{0,8}")) {
            return new Fixed(Integer.parseInt(option.substring("fixed:".length())));
        }
        throw Usage.wrong(
                "--records", "takes fixed:N (N bytes each), rdw or lines, and here is " + option);
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

    record Fixed(int length) implements RecordFile {
        @Override
        public Reader open(byte[] file) {
            return new Cut(file) {
                @Override
                int end() {
                    return Math.min(file.length, at + length);
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
                    behind = end < file.length ? 1 : 0;
                    boolean pair = end > at && file[end - 1] == '\r' && behind == 1;
                    behind += pair ? 1 : 0;
                    return pair ? end - 1 : end;
                }
            };
        }
    }

    /**
     * Two bytes of length, which count the four of the word themselves, and two zero bytes (z/OS
     * DFSMS Using Data Sets, "Record descriptor word").
     */
    record DescriptorWords() implements RecordFile {
        private static final int WORD = 4;

        @Override
        public Reader open(byte[] file) {
            return new Cut(file) {
                @Override
                int end() {
                    int length =
                            file.length - at < WORD
                                    ? 0
                                    : (file[at] & 0xFF) << 8 | file[at + 1] & 0xFF;
                    if (length < WORD || length > file.length - at) {
                        broken = true;
                        throw Damage.failed(
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
                    before = WORD;
                    return at + length;
                }
            };
        }
    }

    /** Cuts one record after the other off a file. */
    abstract class Cut implements Reader {
        private final byte[] file;
        int at;

        /** Bytes of the record's word, and of the line break behind it. */
        int before;

        int behind;
        boolean broken;

        Cut(byte[] file) {
            this.file = file;
        }

        /** Where the record that begins here ends. */
        abstract int end();

        @Override
        public final Bytes next() {
            if (at >= file.length) {
                return null;
            }
            int end = end();
            Bytes record = new Bytes(file, at + before, end);
            at = end + behind;
            return record;
        }

        @Override
        public final boolean canGoOn() {
            return !broken;
        }
    }
}
