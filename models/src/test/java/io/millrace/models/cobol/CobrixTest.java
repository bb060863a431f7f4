package io.millrace.models.cobol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.models.ImportResult;
import io.millrace.parsers.CaseTable;
import io.millrace.parsers.model.yaml.ModelYaml;

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

/**
 * The files of Cobrix's integration tests: each record that is expected must be found among those
 * of the data, in their order, with the same value in every field. What Cobrix adds (numbers of
 * files, records and segments) is left out.
 */
@Tag("conformance")
class CobrixTest {

    private static final Path FILES =
            Path.of(System.getProperty("millrace.testdata", "../../shared/testdata"))
                    .resolve("cobol-cobrix");
    private static final int EBCDIC = 37;
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

        static Cut fixed(int length) {
            return fixed(length, 0, 0);
        }

        static Cut fixed(int length, int before, int behind) {
            return (file, at) -> new Range(at + before, at + length - behind, at + length);
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

    private static final Cut LITTLE = Cut.word(4, 3, 2, 0, false);
    private static final Cut BIG = Cut.word(4, 0, 1, 0, false);

    /**
     * A file of expected records.
     *
     * @param data files, one behind the other
     * @param skipped bytes at the file's beginning
     * @param sorted whether expected records are in another order
     */
    private record Case(
            String expected,
            String copybook,
            List<String> data,
            Cut cut,
            int ccsid,
            int skipped,
            int trailer,
            boolean sorted,
            boolean fillers,
            Map<String, String> names) {

        static Case of(String expected, String copybook, String data, Cut cut, int ccsid) {
            return new Case(
                    expected, copybook, List.of(data), cut, ccsid, 0, 0, false, false, Map.of());
        }

        Case between(int header, int footer) {
            return new Case(
                    expected, copybook, data, cut, ccsid, header, footer, sorted, fillers, names);
        }

        Case sorted(boolean withFillers, Map<String, String> called) {
            return new Case(
                    expected,
                    copybook,
                    data,
                    cut,
                    ccsid,
                    skipped,
                    trailer,
                    true,
                    withFillers,
                    called);
        }

        Case and(String more) {
            return new Case(
                    expected,
                    copybook,
                    List.of(data.getFirst(), more),
                    cut,
                    ccsid,
                    skipped,
                    trailer,
                    true,
                    fillers,
                    names);
        }
    }

    private static final String SEP30 = "COMP.DETAILS.SEP30.DATA.dat";
    private static final String FEB02 = "COMP.DETAILS.FEB02.DATA.RDW.BE.dat";
    private static final String DEC07 = "test7_data/TEST.FILLERS.DEC07.DATA.dat";
    private static final String AUG31 = "test3_data/TRAN2.AUG31.DATA.dat";

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        Cut accounts = Cut.fixed(2_202);
        String example = "test1_data/example.bin";
        cases.add(Case.of("test1_expected/test1.txt", "test1_copybook", example, accounts, EBCDIC));
        cases.add(Case.of("test1_expected/test1.csv", "test1_copybook", example, accounts, EBCDIC));
        cases.add(
                Case.of(
                        "test1a_expected/test1a.txt",
                        "test1a_copybook",
                        example,
                        Cut.fixed(2_202, 2, 27),
                        EBCDIC));
        cases.add(
                Case.of("test1b_expected/test1b.txt", "test1_copybook", example, accounts, EBCDIC));
        for (String trim : List.of("", "_trim_both", "_trim_left", "_trim_none", "_trim_right")) {
            cases.add(
                    Case.of(
                            "test3_expected/test3" + trim + ".txt",
                            "test3_copybook",
                            AUG31,
                            Cut.fixed(45),
                            EBCDIC));
        }
        cases.add(companies("test4_expected/test4.txt", "test4_data/" + SEP30, LITTLE, LATIN));
        cases.add(companies("test4_expected/test4a.txt", "test4a_data/" + SEP30, LITTLE, LATIN));
        cases.add(companies("test5_expected/test5.txt", "test5_data/" + SEP30, LITTLE, EBCDIC));
        cases.add(companies("test5_expected/test5a.txt", "test5_data/" + SEP30, LITTLE, EBCDIC));
        cases.add(companies("test5_expected/test5b.txt", "test5b_data/" + FEB02, BIG, EBCDIC));
        cases.add(companies("test5_expected/test5c.txt", "test5_data/" + SEP30, LITTLE, EBCDIC));
        cases.add(
                Case.of(
                        "test5_expected/test5d.txt",
                        "test5d_copybook",
                        "test5b_data/" + FEB02,
                        Cut.word(4, 0, 1, 0, true),
                        EBCDIC));
        fillers(cases);
        cases.add(
                Case.of(
                        "test10_expected/test10.txt",
                        "test10_copybook",
                        "test10_data/data.dat",
                        Cut.fixed(46),
                        LATIN));
        cases.add(
                companies(
                        "test11_expected/test11.txt",
                        "test11_data/COMP.DETAILS.MAY30.DATA.dat",
                        Cut.word(5, 4, 3, 0, false),
                        EBCDIC));
        cases.add(
                Case.of(
                        "test12_expected/test12.txt",
                        "test12_copybook",
                        "test12_data/data.dat",
                        Cut.fixed(46),
                        LATIN));
        cases.add(
                Case.of(
                                "test13_expected/test13a.txt",
                                "test13a_file_header_footer",
                                "test13a_data/TRAN2.JUN24.DATA.dat",
                                Cut.fixed(45),
                                EBCDIC)
                        .between(10, 12)
                        .sorted(false, Map.of()));
        cases.add(
                companies(
                                "test13_expected/test13b.txt",
                                "test13b_data/COMP.DETAILS.JUN02.DATA.RDW.BE.dat",
                                BIG,
                                EBCDIC)
                        .between(100, 120));
        cases.add(
                companies(
                        "test14_expected/test14.txt",
                        "test14_data/COMP.DETAILS.JUL02.DATA.dat",
                        Cut.word(4, 3, 2, -4, false),
                        EBCDIC));
        cases.add(
                Case.of(
                                "test15_expected/test15.txt",
                                "test15_copybook",
                                "test15_data/a/example.bin",
                                accounts,
                                EBCDIC)
                        .and("test15_data/b/example.bin"));
        cases.add(
                Case.of(
                        "test19_display_num_expected/test19.txt",
                        "test19_display_num",
                        "test19_display_num/data.dat",
                        Cut.fixed(80),
                        EBCDIC));
        return cases;
    }

    private static Case companies(String expected, String data, Cut cut, int ccsid) {
        return Case.of(expected, "test5_copybook", data, cut, ccsid);
    }

    /** Cobrix numbers fillers, or calls them after what is before them; here are their places. */
    private static void fillers(List<Case> cases) {
        Case plain =
                Case.of("test7_expected/test7.txt", "test7_fillers", DEC07, Cut.fixed(60), EBCDIC);
        cases.add(plain.sorted(false, Map.of()));
        cases.add(
                Case.of("test7_expected/test7a.txt", "test7_fillers", DEC07, plain.cut, EBCDIC)
                        .sorted(false, Map.of("FILLER_1", "FILLER_4", "FILLER_2", "FILLER_5")));
        Map<String, String> numbered =
                Map.of(
                        "FILLER_P1", "FILLER",
                        "FILLER_P2", "FILLER_2",
                        "FILLER_P3", "FILLER_3",
                        "FILLER_1", "FILLER_4",
                        "FILLER_2", "FILLER_5",
                        "FILLER_P5", "FILLER",
                        "FILLER_P6", "FILLER",
                        "FILLER_P7", "FILLER_2");
        cases.add(
                Case.of("test7_expected/test7b.txt", "test7_fillers", DEC07, plain.cut, EBCDIC)
                        .sorted(true, numbered));
        cases.add(
                Case.of("test7_expected/test7c.txt", "test7_fillers", DEC07, plain.cut, EBCDIC)
                        .sorted(true, numbered));
        cases.add(
                Case.of("test7_expected/test7d.txt", "test7_fillers", DEC07, plain.cut, EBCDIC)
                        .sorted(
                                true,
                                Map.of(
                                        "FILLER_AFTER_RECORD", "FILLER",
                                        "FILLER_AFTER_COMPANY_PREFIX", "FILLER_2",
                                        "FILLER_AFTER_FILLER_AFTER_COMPANY_PREFIX", "FILLER_3",
                                        "FILLER_AFTER_COMPANY_NAME", "FILLER_4",
                                        "FILLER_AFTER_ADDRESS", "FILLER_5",
                                        "FILLER_AFTER_STR4", "FILLER",
                                        "FILLER_AFTER_FILL_FIELD", "FILLER",
                                        "FILLER_AFTER_FILLER_AFTER_FILL_FIELD", "FILLER_2")));
    }

    /** A value that is expected: where it is, and what it is. */
    private record Leaf(List<String> names, List<Integer> indexes, Value value) {}

    @Test
    void recordsAreReadAsCobrixReadsThem() throws IOException {
        assumeTrue(Files.isDirectory(FILES), "no test data at " + FILES);
        CaseTable table = new CaseTable("COBOL: Cobrix, fields of expected records");
        List<Case> cases = cases();
        assertThat(cases).hasSize(29);
        for (Case c : cases) {
            run(c, table);
        }
        table.end();
    }

    private static void run(Case c, CaseTable table) throws IOException {
        Parser parser = parser(c);
        List<Bytes> records = new ArrayList<>();
        for (String file : c.data) {
            cut(Files.readAllBytes(FILES.resolve(file)), c, records);
        }
        int next = 0;
        for (List<Leaf> wanted : expected(c)) {
            int found = -1;
            String why = "there are no more records";
            for (int i = c.sorted ? 0 : next; found < 0 && i < records.size(); i++) {
                String different = difference(c, parser, records.get(i), wanted, null);
                why = different != null && different.length() > why.length() ? different : why;
                found = different == null ? i : -1;
            }
            if (found < 0) {
                table.failed(c.expected, why);
                return;
            }
            difference(c, parser, records.get(found), wanted, table);
            if (c.sorted) {
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
                        .with(CopybookOptions.Choice.FILLERS, c.fillers)
                        .withCcsid(c.ccsid);
        ImportResult imported =
                Copybook.read(new Source(c.copybook, text), "records", options, problems);
        problems.throwIfErrors();
        String model = ModelYaml.write(imported.set().orElseThrow());
        Parser parser =
                ParserRegistry.load(CobrixTest.class.getClassLoader())
                        .with(List.of(new Source("records.model.yaml", model)), problems)
                        .domain("MRM")
                        .orElseThrow();
        problems.throwIfErrors();
        return parser;
    }

    private static void cut(byte[] file, Case c, List<Bytes> records) {
        byte[] body = Arrays.copyOfRange(file, c.skipped, file.length - c.trailer);
        for (int at = 0; at < body.length; ) {
            Cut.Range range = c.cut.at(body, at);
            records.add(new Bytes(body, range.from(), range.to()));
            at = range.next();
        }
    }

    /** What is not as expected; null for nothing. */
    private static String difference(
            Case c, Parser parser, Bytes record, List<Leaf> wanted, CaseTable table) {
        for (Leaf leaf : wanted) {
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
                boolean isShort = e.code() == ErrorCode.PARSE_CUT_OFF;
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
    private static boolean isUnprintable(Value wanted, Value found) {
        if (!(wanted instanceof Value.CharacterValue(String text)) || found == null) {
            return false;
        }
        String unseen = "[^!-~]";
        return found.text().matches("(?s).*[^ -~\\x00].*")
                && found.text()
                        .replace('\u00AD', '-')
                        .replaceAll(unseen, "")
                        .equals(text.replaceAll(unseen, ""))
                && !same(wanted, found, false);
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
            String name = c.names.getOrDefault(leaf.names.get(i), leaf.names.get(i));
            Element child = e.child(name);
            for (int n = leaf.indexes.get(i); n > 1 && child != null; n--) {
                child = child.next();
            }
            e = child;
        }
        return e == null ? null : e.value();
    }

    private static boolean same(Value wanted, Value found, boolean ascii) {
        if (found == null) {
            return false;
        }
        if (wanted instanceof Value.CharacterValue(String text)) {
            return plain(text, ascii).equals(plain(found.text(), ascii));
        }
        String number = found.text().strip();
        return number.matches("[+-]?[0-9]+([.][0-9]+)?")
                && new BigDecimal(wanted.text()).compareTo(new BigDecimal(number)) == 0;
    }

    /** Cobrix takes control characters for blanks, or drops them, and trims. */
    private static String plain(String text, boolean ascii) {
        String plain = text.replaceAll("\\p{Cntrl}", ascii ? "" : " ");
        return ascii ? plain.replace(" ", "") : plain.strip();
    }

    // What is expected

    private static List<List<Leaf>> expected(Case c) throws IOException {
        String text = Files.readString(FILES.resolve(c.expected), StandardCharsets.UTF_8);
        List<List<Leaf>> records = new ArrayList<>();
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
            Element data = json.parse(Bytes.utf8(document), options).child("Data");
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
        List<Leaf> leaves = new ArrayList<>();
        collect(folder, List.of(), List.of(), leaves);
        return leaves;
    }

    private static void collect(
            Element folder, List<String> names, List<Integer> indexes, List<Leaf> leaves) {
        int item = 0;
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            boolean inArray = e.name().equals("Item");
            List<String> path = new ArrayList<>(names);
            List<Integer> places = new ArrayList<>(indexes);
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
        List<Leaf> leaves = new ArrayList<>();
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
            List<String> names = new ArrayList<>();
            List<Integer> indexes = new ArrayList<>();
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
