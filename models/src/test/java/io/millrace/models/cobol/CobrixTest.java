package io.millrace.models.cobol;

import static io.millrace.engine.error.ErrorCode.PARSE_CUT_OFF;
import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.parsers.TestData.assumeExists;
import static io.millrace.parsers.TestData.folder;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.stream.Collectors.toMap;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.models.ImportResult;
import io.millrace.models.Rendered;
import io.millrace.parsers.CaseTable;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The files of Cobrix's integration tests: each record that is expected must be found among those
 * of the data, in their order, with the same value in every field. What Cobrix adds (numbers of
 * files, records and segments) is left out.
 */
@Tag("conformance")
class CobrixTest {

    private static final Path FILES = folder("cobol-cobrix");
    private static final int LATIN = 819;

    private static final String SHORT = "a view that its record is too short for is damage";
    private static final String BLANK = "blanks are no number";
    private static final String UNPRINTABLE =
            "a byte that cannot be printed is a character of its code page all the same";
    private static final String GROUPS = "a group has no text of its own";

    /** How the records of a file are told apart. */
    private interface Cut {
        /** The record that begins at a position; {@code next} is where the one behind it begins. */
        Range at(byte[] file, int position);

        record Range(int from, int to, int next) {}

        /** {@code fixed}, length, bytes before and after; or {@code word} with its arguments. */
        static Cut of(String text) {
            String[] parts = text.split(",");
            int[] n = Stream.of(parts).skip(1).mapToInt(Integer::parseInt).toArray();
            return parts[0].equals("word")
                    ? word(n[0], n[1], n[2], n[3], n[4] == 1)
                    : (file, at) -> new Range(at + n[1], at + n[0] - n[2], at + n[0]);
        }

        /**
         * Behind a word of four bytes.
         *
         * @param high where the upper byte of its length stands
         * @param kept whether the word is part of the record
         */
        static Cut word(int size, int high, int low, int adjusted, boolean kept) {
            return (file, at) -> {
                int length = (file[at + high] & 0xFF) << 8 | file[at + low] & 0xFF;
                int end = at + size + length + adjusted;
                return new Range(kept ? at : at + size, end, end);
            };
        }
    }

    /**
     * A file of expected records.
     *
     * @param data files, one behind the other
     * @param more {@code skipped} and {@code trailer}: bytes at the file's beginning and end;
     *     {@code sorted}: whether expected records are in another order; {@code fillers}: whether
     *     fillers are elements; and other names. Cobrix numbers fillers, or calls them after what
     *     is before them; here are their places
     */
    private record Case(
            String expected,
            String copybook,
            List<String> data,
            Cut cut,
            int ccsid,
            Map<String, String> more) {

        static Case of(String row) {
            String[] words = row.split(" +");
            Map<String, String> more =
                    Stream.of(words)
                            .skip(5)
                            .map(word -> word.split("=", -1))
                            .collect(toMap(pair -> pair[0], pair -> pair[1]));
            return new Case(
                    words[0],
                    words[1],
                    List.of(words[2].split(",")),
                    Cut.of(words[3]),
                    Integer.parseInt(words[4]),
                    more);
        }

        boolean sorted() {
            return more.containsKey("sorted");
        }

        int bytes(String key) {
            return Integer.parseInt(more.getOrDefault(key, "0"));
        }
    }

    private static final String CASES =
            """
            test1_expected/test1.txt test1_copybook test1_data/example.bin fixed,2202,0,0 37
            test1_expected/test1.csv test1_copybook test1_data/example.bin fixed,2202,0,0 37
            test1a_expected/test1a.txt test1a_copybook test1_data/example.bin fixed,2202,2,27 37
            test1b_expected/test1b.txt test1_copybook test1_data/example.bin fixed,2202,0,0 37
            test3_expected/test3.txt test3_copybook test3_data/TRAN2.AUG31.DATA.dat fixed,45,0,0 37
            test3_expected/test3_trim_both.txt test3_copybook test3_data/TRAN2.AUG31.DATA.dat \
              fixed,45,0,0 37
            test3_expected/test3_trim_left.txt test3_copybook test3_data/TRAN2.AUG31.DATA.dat \
              fixed,45,0,0 37
            test3_expected/test3_trim_none.txt test3_copybook test3_data/TRAN2.AUG31.DATA.dat \
              fixed,45,0,0 37
            test3_expected/test3_trim_right.txt test3_copybook test3_data/TRAN2.AUG31.DATA.dat \
              fixed,45,0,0 37
            test4_expected/test4.txt test5_copybook test4_data/COMP.DETAILS.SEP30.DATA.dat \
              word,4,3,2,0,0 819
            test4_expected/test4a.txt test5_copybook test4a_data/COMP.DETAILS.SEP30.DATA.dat \
              word,4,3,2,0,0 819
            test5_expected/test5.txt test5_copybook test5_data/COMP.DETAILS.SEP30.DATA.dat \
              word,4,3,2,0,0 37
            test5_expected/test5a.txt test5_copybook test5_data/COMP.DETAILS.SEP30.DATA.dat \
              word,4,3,2,0,0 37
            test5_expected/test5b.txt test5_copybook test5b_data/COMP.DETAILS.FEB02.DATA.RDW.BE.dat \
              word,4,0,1,0,0 37
            test5_expected/test5c.txt test5_copybook test5_data/COMP.DETAILS.SEP30.DATA.dat \
              word,4,3,2,0,0 37
            test5_expected/test5d.txt test5d_copybook test5b_data/COMP.DETAILS.FEB02.DATA.RDW.BE.dat \
              word,4,0,1,0,1 37
            test7_expected/test7.txt test7_fillers test7_data/TEST.FILLERS.DEC07.DATA.dat fixed,60,0,0 \
              37 sorted=
            test7_expected/test7a.txt test7_fillers test7_data/TEST.FILLERS.DEC07.DATA.dat fixed,60,0,0 \
              37 sorted= FILLER_1=FILLER_4 FILLER_2=FILLER_5
            test7_expected/test7b.txt test7_fillers test7_data/TEST.FILLERS.DEC07.DATA.dat fixed,60,0,0 \
              37 sorted= fillers= FILLER_P1=FILLER FILLER_P2=FILLER_2 FILLER_P3=FILLER_3 \
              FILLER_1=FILLER_4 FILLER_2=FILLER_5 FILLER_P5=FILLER FILLER_P6=FILLER FILLER_P7=FILLER_2
            test7_expected/test7c.txt test7_fillers test7_data/TEST.FILLERS.DEC07.DATA.dat fixed,60,0,0 \
              37 sorted= fillers= FILLER_P1=FILLER FILLER_P2=FILLER_2 FILLER_P3=FILLER_3 \
              FILLER_1=FILLER_4 FILLER_2=FILLER_5 FILLER_P5=FILLER FILLER_P6=FILLER FILLER_P7=FILLER_2
            test7_expected/test7d.txt test7_fillers test7_data/TEST.FILLERS.DEC07.DATA.dat fixed,60,0,0 \
              37 sorted= fillers= FILLER_AFTER_RECORD=FILLER FILLER_AFTER_COMPANY_PREFIX=FILLER_2 \
              FILLER_AFTER_FILLER_AFTER_COMPANY_PREFIX=FILLER_3 FILLER_AFTER_COMPANY_NAME=FILLER_4 \
              FILLER_AFTER_ADDRESS=FILLER_5 FILLER_AFTER_STR4=FILLER FILLER_AFTER_FILL_FIELD=FILLER \
              FILLER_AFTER_FILLER_AFTER_FILL_FIELD=FILLER_2
            test10_expected/test10.txt test10_copybook test10_data/data.dat fixed,46,0,0 819
            test11_expected/test11.txt test5_copybook test11_data/COMP.DETAILS.MAY30.DATA.dat \
              word,5,4,3,0,0 37
            test12_expected/test12.txt test12_copybook test12_data/data.dat fixed,46,0,0 819
            test13_expected/test13a.txt test13a_file_header_footer test13a_data/TRAN2.JUN24.DATA.dat \
              fixed,45,0,0 37 skipped=10 trailer=12 sorted=
            test13_expected/test13b.txt test5_copybook test13b_data/COMP.DETAILS.JUN02.DATA.RDW.BE.dat \
              word,4,0,1,0,0 37 skipped=100 trailer=120
            test14_expected/test14.txt test5_copybook test14_data/COMP.DETAILS.JUL02.DATA.dat \
              word,4,3,2,-4,0 37
            test15_expected/test15.txt test15_copybook \
              test15_data/a/example.bin,test15_data/b/example.bin fixed,2202,0,0 37 sorted=
            test19_display_num_expected/test19.txt test19_display_num test19_display_num/data.dat \
              fixed,80,0,0 37
            """;

    /** A value that is expected: where it is, and what it is. */
    private record Leaf(List<String> names, List<Integer> indexes, Value value) {}

    @Test
    void recordsAreReadAsCobrixReadsThem() throws IOException {
        assumeExists(FILES);
        CaseTable table = new CaseTable("COBOL: Cobrix, fields of expected records");
        List<Case> cases = CASES.lines().map(Case::of).toList();
        assertThat(cases).hasSize(29);
        for (Case c : cases) {
            run(c, table);
        }
        table.end();
    }

    private static void run(Case c, CaseTable table) throws IOException {
        Parser parser = parser(c);
        var records = new ArrayList<Bytes>();
        for (String file : c.data) {
            cut(Files.readAllBytes(FILES.resolve(file)), c, records);
        }
        int next = 0;
        for (var requested : expected(c)) {
            int found = -1;
            String why = "there are no more records";
            for (int i = c.sorted() ? 0 : next; found < 0 && i < records.size(); i++) {
                String different = difference(c, parser, records.get(i), requested, null);
                why = different != null && different.length() > why.length() ? different : why;
                found = different == null ? i : -1;
            }
            if (found < 0) {
                table.failed(c.expected, why);
                return;
            }
            difference(c, parser, records.get(found), requested, table);
            if (c.sorted()) {
                records.remove(found);
            } else {
                next = found + 1;
            }
        }
    }

    private static Parser parser(Case c) throws IOException {
        Path file = FILES.resolve(c.copybook + (c.copybook.endsWith(".cob") ? "" : ".cob"));
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        Problems problems = new Problems();
        CopybookOptions options =
                CopybookOptions.DEFAULTS
                        .with(CopybookOptions.Choice.FILLERS, c.more.containsKey("fillers"))
                        .withCcsid(c.ccsid);
        ImportResult imported =
                Copybook.read(new Source(c.copybook, text), "records", options, problems);
        problems.throwIfErrors();
        String model = Rendered.yaml(imported);
        Parser parser =
                ParserRegistry.load(CobrixTest.class.getClassLoader())
                        .with(List.of(new Source("records.model.yaml", model)), problems)
                        .domain("MRM")
                        .orElseThrow();
        problems.throwIfErrors();
        return parser;
    }

    private static void cut(byte[] file, Case c, List<Bytes> records) {
        byte[] body =
                Arrays.copyOfRange(file, c.bytes("skipped"), file.length - c.bytes("trailer"));
        for (int at = 0; at < body.length; ) {
            Cut.Range range = c.cut.at(body, at);
            records.add(new Bytes(body, range.from(), range.to()));
            at = range.next();
        }
    }

    /** What is not as expected; null for nothing. */
    private static String difference(
            Case c, Parser parser, Bytes record, List<Leaf> requested, CaseTable table) {
        for (Leaf leaf : requested) {
            String name = leaf.names.getFirst();
            if (name.equals("Record_Byte_Length")) {
                if (!leaf.value.text().equals(Integer.toString(record.length()))) {
                    return "a record of " + record.length() + " bytes";
                }
                continue;
            }
            if (name.matches("(File|Record)_Id|Seg_Id[0-9]")) {
                continue;
            }
            if (leaf.names.getLast().endsWith("_NT")) {
                if (table != null) {
                    table.skipped(c.expected, GROUPS);
                }
                continue;
            }
            try {
                Value found = find(c, parser, record, leaf);
                if (isUnprintable(leaf.value, found)) {
                    if (table != null) {
                        table.different(c.expected, UNPRINTABLE);
                    }
                    continue;
                }
                if (!same(leaf.value, found, c.ccsid == LATIN)) {
                    return String.join(".", leaf.names)
                            + " is "
                            + (found == null ? null : found.text())
                            + ", expected "
                            + leaf.value.text();
                }
                if (table != null) {
                    table.passed(c.expected);
                }
            } catch (MillraceException e) {
                boolean isShort = e.code() == PARSE_CUT_OFF;
                if (!isShort && !e.getMessage().contains("is X'404040")) {
                    return String.join(".", leaf.names) + ": " + e.getMessage();
                }
                if (table != null) {
                    table.different(c.expected, isShort ? SHORT : BLANK);
                }
            }
        }
        return null;
    }

    /** Whether a text differs in nothing but what Cobrix leaves out of it. */
    private static boolean isUnprintable(Value requested, Value found) {
        if (!(requested instanceof CharacterValue(String text)) || found == null) {
            return false;
        }
        String unseen = "[^!-~]";
        return found.text().matches("(?s).*[^ -~\\x00].*")
                && found.text()
                        .replace('\u00AD', '-')
                        .replaceAll(unseen, "")
                        .equals(text.replaceAll(unseen, ""))
                && !same(requested, found, false);
    }

    /** Each in a tree of its own: in one tree a choice is one of its branches. */
    private static Value find(Case c, Parser parser, Bytes record, Leaf leaf) {
        int from = 0;
        String message = "";
        if (leaf.names.getFirst().matches("RECORD(_[AB])?")) {
            message = c.copybook.equals("test12_copybook") ? leaf.names.getFirst() : "";
            from = 1;
        }
        MessageTemplate template = new MessageTemplate("MRM", "", message, "");
        Element e = parser.parse(record, ParseOptions.of(template, 0, 273));
        for (int i = from; i < leaf.names.size() && e != null; i++) {
            Element child = e.child(c.more.getOrDefault(leaf.names.get(i), leaf.names.get(i)));
            for (int n = leaf.indexes.get(i); n > 1 && child != null; n--) {
                child = child.next();
            }
            e = child;
        }
        return e == null ? null : e.value();
    }

    private static boolean same(Value requested, Value found, boolean ascii) {
        if (found == null) {
            return false;
        }
        if (requested instanceof CharacterValue(String text)) {
            return plain(text, ascii).equals(plain(found.text(), ascii));
        }
        String number = found.text().strip();
        return number.matches("[+-]?[0-9]+([.][0-9]+)?")
                && new BigDecimal(requested.text()).compareTo(new BigDecimal(number)) == 0;
    }

    /** Cobrix takes control characters for blanks, or drops them, and trims. */
    private static String plain(String text, boolean ascii) {
        String plain = text.replaceAll("\\p{Cntrl}", ascii ? "" : " ");
        return ascii ? plain.replace(" ", "") : plain.strip();
    }

    // What is expected

    private static List<List<Leaf>> expected(Case c) throws IOException {
        String text = Files.readString(FILES.resolve(c.expected), StandardCharsets.UTF_8);
        var records = new ArrayList<List<Leaf>>();
        if (c.expected.endsWith(".csv")) {
            List<String> lines = text.lines().toList();
            List<String> columns = List.of(lines.getFirst().split(","));
            lines.stream().skip(1).forEach(line -> records.add(flat(columns, line)));
            return records;
        }
        Parser json =
                ParserRegistry.load(CobrixTest.class.getClassLoader()).domain("JSON").orElseThrow();
        ParseOptions options = ParseOptions.of(MessageTemplate.domain("JSON"), 1208, 273);
        List<String> documents =
                text.startsWith("[")
                        ? List.of(text)
                        : text.lines().filter(l -> !l.isBlank()).toList();
        for (String document : documents) {
            Element data = json.parse(utf8(document), options).child("Data");
            if (text.startsWith("[")) {
                for (Element e = data.firstChild(); e != null; e = e.next()) {
                    records.add(leaves(e));
                }
            } else {
                records.add(leaves(data));
            }
        }
        return records;
    }

    private static List<Leaf> leaves(Element folder) {
        var leaves = new ArrayList<Leaf>();
        collect(folder, List.of(), List.of(), leaves);
        return leaves;
    }

    private static void collect(
            Element folder, List<String> names, List<Integer> indexes, List<Leaf> leaves) {
        int item = 0;
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            boolean inArray = e.name().equals("Item");
            var path = new ArrayList<String>(names);
            var places = new ArrayList<Integer>(indexes);
            if (inArray) {
                places.set(places.size() - 1, ++item);
            } else {
                path.add(e.name());
                places.add(1);
            }
            if (e.value() != null) {
                leaves.add(new Leaf(path, places, e.value()));
            } else {
                collect(e, path, places, leaves);
            }
        }
    }

    /** Columns such as RECORD_COMPANY_SHORT_NAME: the folders and indexes are those of test1. */
    private static List<Leaf> flat(List<String> columns, String line) {
        String[] values = line.split(",", -1);
        var leaves = new ArrayList<Leaf>();
        for (int i = 0; i < columns.size(); i++) {
            String value = values[i].replace("\"", "");
            if (value.isEmpty()) {
                continue;
            }
            String path =
                    columns.get(i)
                            .replaceFirst("^RECORD_", "")
                            .replaceFirst("^(COMPANY|METADATA)_", "$1.")
                            .replaceFirst(
                                    "[.]ACCOUNT_ACCOUNT_DETAIL_([0-9]+)_",
                                    ".ACCOUNT.ACCOUNT_DETAIL#$1.");
            var names = new ArrayList<String>();
            var indexes = new ArrayList<Integer>();
            for (String step : path.split("[.]")) {
                String[] parts = step.split("#");
                names.add(parts[0]);
                indexes.add(parts.length == 1 ? 1 : Integer.parseInt(parts[1]));
            }
            leaves.add(new Leaf(names, indexes, Value.of(value)));
        }
        return leaves;
    }
}
