package io.millrace.parsers.mrm.tds;

import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;
import static io.millrace.parsers.TestData.assumeExists;
import static io.millrace.parsers.mrm.tds.Texts.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.CaseTable;
import io.millrace.parsers.Messages;
import io.millrace.parsers.mrm.MrmParser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A message set of the samples that reads any message of a standard, held against what another
 * parser made of messages. These are texts in UTF-8.
 */
record GenericSet(Parser parser) {

    private static final MessageTemplate TEMPLATE = MessageTemplate.domain("MRM");
    private static final int UTF_8 = 1208;
    private static final int ENCODING = 273;

    /** The set of a file below the folder of samples. */
    static GenericSet of(String model) throws IOException {
        Problems problems = new Problems();
        // The messages of other projects include some with incomplete envelopes.
        String text =
                Files.readString(Path.of("../samples").resolve(model))
                        .replaceAll(
                                "messagingStandard: (x12|edifact|swift)",
                                "$0, validateEnvelope: false");
        Parser parser = new MrmParser().with(List.of(new Source(model, text)), problems);
        problems.throwIfErrors();
        return new GenericSet(parser);
    }

    /**
     * Compares messages with what another project finds in them.
     *
     * @param project the name of the project
     * @param extension the end of the names of files with a message
     * @param sets the message set of a file, after the group of the table
     * @param different cases that differ on purpose, with the reason
     */
    record Comparison(
            CaseTable table,
            String project,
            Path folder,
            String extension,
            Function<Path, Map.Entry<String, GenericSet>> sets,
            Map<String, String> different) {

        void run(
                int cases,
                Function<Element, String> found,
                Function<Map<String, Object>, String> expected)
                throws IOException {
            for (Path file : files()) {
                String group = sets.apply(file).getKey();
                String wrong = findFault(file, found, expected);
                String reason = different.get(file.getFileName().toString().substring(0, 3));
                if (wrong == null) {
                    table.passed(group);
                } else if (reason != null) {
                    table.different(group, reason);
                } else {
                    table.failed(group, file.getFileName() + " " + wrong);
                }
            }
            assertThat(table.cases()).isEqualTo(cases);
            table.end();
        }

        private String findFault(
                Path file,
                Function<Element, String> reader,
                Function<Map<String, Object>, String> expected)
                throws IOException {
            Map<String, Object> said = map(GenericSet.expected(file, extension));
            Bytes message = Bytes.of(Files.readAllBytes(file));
            GenericSet set = sets.apply(file).getValue();
            try {
                String found = reader.apply(set.parse(message));
                if (said.containsKey("rejectedBy")) {
                    return "accepted: " + found;
                }
                String requested = expected.apply(said);
                return found.equals(requested)
                        ? set.roundTrips(message)
                        : "has\n" + found + "\n" + project + " finds\n" + requested;
            } catch (MillraceException e) {
                return said.containsKey("rejectedBy") ? null : "refused: " + e.getMessage();
            }
        }

        private List<Path> files() throws IOException {
            assumeExists(folder);
            return GenericSet.files(folder, extension);
        }

        /** Cuts off some messages at each byte. */
        void cutOff(String numbers) throws IOException {
            for (Path file : files()) {
                if (file.getFileName().toString().matches("(" + numbers + ").*")) {
                    byte[] message = Files.readAllBytes(file);
                    assertThat(sets.apply(file).getValue().cutOff(message)).isPositive();
                }
            }
        }
    }

    private static List<Path> files(Path folder, String extension) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(extension)).sorted().toList();
        }
    }

    /** What the other parser found in a message: texts, lists and maps; null for nothing. */
    static Object expected(Path message, String extension) throws IOException {
        String name = message.getFileName().toString().replace(extension, ".expected.json");
        String text = Files.readString(message.resolveSibling(name), StandardCharsets.UTF_8);
        return plain(Messages.json(text));
    }

    private static Object plain(Element e) {
        if (e.value() != null) {
            return e.value().text();
        }
        Element first = e.firstChild();
        if (first == null) {
            return null;
        }
        boolean isList = first.name().equals("Item");
        var list = new ArrayList<Object>();
        var map = new LinkedHashMap<String, Object>();
        for (Element child = first; child != null; child = child.next()) {
            list.add(plain(child));
            map.put(child.name(), plain(child));
        }
        return isList ? list : map;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object plain) {
        return plain == null ? Map.of() : (Map<String, Object>) plain;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object plain) {
        return plain == null
                ? List.of()
                : plain instanceof List<?> l ? (List<Object>) l : List.of(plain);
    }

    /** Parts with a mark of their level between them; those at the end that are empty left out. */
    static String joined(List<String> parts, char mark) {
        int size = parts.size();
        while (size > 0 && parts.get(size - 1).isEmpty()) {
            size--;
        }
        return String.join(String.valueOf(mark), parts.subList(0, size));
    }

    static List<Element> children(Element folder) {
        var all = new ArrayList<Element>();
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            all.add(e);
        }
        return all;
    }

    static String text(Element e) {
        return e.value() == null ? "" : e.value().text();
    }

    Element parse(Bytes message) {
        return parser.parse(message, options(ON_DEMAND));
    }

    private static ParseOptions options(ParseTiming timing) {
        return new ParseOptions(TEMPLATE, UTF_8, ENCODING, timing, Set.of(), Limits.DEFAULTS);
    }

    private Bytes write(Element body) {
        return parser.write(body, WriteOptions.of(TEMPLATE, UTF_8, ENCODING));
    }

    /** Why a message that was read is not written as it should be; null where it is. */
    String roundTrips(Bytes message) {
        if (!write(parse(message)).equals(message)) {
            return "untouched, it is written otherwise";
        }
        Element read = parse(message);
        String all = read(read);
        if (!write(read).equals(message)) {
            return "after all was read, it is written otherwise";
        }
        Element set = parse(message);
        setAll(set);
        String again = read(parse(write(set)));
        if (!again.equals(all)) {
            return "after all was set, it has other values: " + again + " instead of " + all;
        }
        String copied = read(parse(write(parse(message).deepCopy())));
        return copied.equals(all) ? null : "a copy has other values: " + copied + " for " + all;
    }

    /** Cuts a message off behind each of its bytes; returns how often it could still be read. */
    int cutOff(byte[] message) {
        int read = 0;
        for (int length = 0; length < message.length; length++) {
            Bytes cut = Bytes.of(Arrays.copyOf(message, length));
            try {
                read(parser.parse(cut, options(COMPLETE)));
                read++;
            } catch (MillraceException refused) {
                Objects.requireNonNull(refused.getMessage());
            }
            try {
                Element body = parse(cut);
                read(body);
                setAll(body);
                write(body);
            } catch (MillraceException refused) {
                Objects.requireNonNull(refused.getMessage());
            }
        }
        return read;
    }

    /** All names and values. */
    private static String read(Element folder) {
        return dump(folder);
    }

    private static void setAll(Element folder) {
        for (Element e : children(folder)) {
            setAll(e);
            Value value = e.value();
            if (e.firstChild() == null && value != null) {
                e.value(value);
            }
        }
    }
}
