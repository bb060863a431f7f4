package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.esql.library.function.FunctionTable;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds the golden files to {@code esql/language.txt}: each item of the language must stand in the
 * program of a case that says what comes out. Comments and the contents of literals do not count.
 */
class LanguageCoverageTest {

    private static final Pattern TOKEN =
            Pattern.compile(
                    """
                    (?<skip>--[^\\n]*|/\\*.*?\\*/|\\s+)\
                    |(?<blob>[xX]'[^']*')|(?<bit>[bB]'[01]*')|(?<text>'(?:[^']|'')*')\
                    |(?<quoted>"(?:[^"]|"")*")|(?<hex>0[xX][0-9a-fA-F]+)\
                    |(?<number>\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)\
                    |(?<word>[\\p{L}_][\\p{L}\\d_]*)|(?<symbol>\\|\\||<>|<=|>=|.)\
                    """,
                    Pattern.DOTALL);

    private static final List<String> PROGRAMS =
            List.of("statements", "program", "library", "expression", "filter", "pattern");

    /** A line of the list. */
    private record Item(String group, List<String> tokens) {
        @Override
        public String toString() {
            return group + " " + String.join(" ", tokens);
        }
    }

    @TestFactory
    Stream<DynamicTest> each_item_of_the_language_has_a_golden_case() throws Exception {
        List<List<String>> programs = new ArrayList<>();
        EsqlGoldenTest.cases()
                .forEach(
                        golden ->
                                PROGRAMS.stream()
                                        .filter(golden.sections()::containsKey)
                                        .map(golden.sections()::get)
                                        .map(LanguageCoverageTest::tokens)
                                        .forEach(programs::add));
        return items().stream()
                .map(
                        item ->
                                DynamicTest.dynamicTest(
                                        item.toString(), () -> covers(item, programs)));
    }

    private static void covers(Item item, List<List<String>> programs) throws IOException {
        List<String> pattern = item.tokens();
        List<List<String>> searched = programs;
        if (item.group().equals("database")) {
            Path test =
                    Path.of("src/test/java/io/millrace/engine/esql", pattern.getFirst() + ".java");
            searched = List.of(tokens(Files.readString(test).replace('"', ' ')));
            pattern = pattern.subList(1, pattern.size());
        }
        List<String> searchedFor = pattern;
        assertThat(searched.stream().anyMatch(program -> contains(program, searchedFor)))
                .as("a golden case whose program has: " + String.join(" ", searchedFor))
                .isTrue();
    }

    @Test
    void the_list_names_every_function_and_property() throws Exception {
        Set<String> listed =
                items().stream()
                        .filter(i -> i.group().equals("function") || i.group().equals("property"))
                        .map(i -> i.tokens().getFirst().toUpperCase(Locale.ROOT))
                        .collect(Collectors.toSet());
        Set<String> known = new TreeSet<>(FunctionTable.names());
        known.removeIf(name -> name.startsWith("SUBSTRING_"));
        FunctionTable.properties().forEach(p -> known.add(p.toUpperCase(Locale.ROOT)));
        known.removeAll(listed);
        assertThat(known).isEmpty();
    }

    @Test
    void a_word_within_a_path_a_comment_or_a_text_does_not_count() {
        assertThat(contains(tokens("SET a.LEFT = 'RIGHT(' -- LTRIM("), List.of("LEFT"))).isFalse();
        assertThat(contains(tokens("SET a = 'RIGHT(';"), List.of("RIGHT", "("))).isFalse();
        assertThat(contains(tokens("SET a = 1; -- LTRIM(x)"), List.of("LTRIM", "("))).isFalse();
        assertThat(contains(tokens("MOVE r TO x; SET y.NAME = 1;"), List.of("MOVE", "...", "NAME")))
                .isFalse();
        assertThat(contains(tokens("set a = left('x', 1);"), List.of("LEFT", "("))).isTrue();
    }

    private static List<Item> items() throws IOException, URISyntaxException {
        Path list = Path.of(LanguageCoverageTest.class.getResource("/esql/language.txt").toURI());
        return Files.readAllLines(list).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("# "))
                .map(line -> List.of(line.strip().split(" +")))
                .map(words -> new Item(words.getFirst(), words.subList(1, words.size())))
                .toList();
    }

    private static List<String> tokens(String program) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(program);
        while (matcher.find()) {
            if (matcher.group("skip") == null) {
                tokens.add(shown(matcher));
            }
        }
        return tokens;
    }

    /** The token as the list writes it: literals by their kind. */
    private static String shown(Matcher token) {
        return Stream.of("blob", "bit", "quoted", "hex", "number")
                .filter(kind -> token.group(kind) != null)
                .findFirst()
                .orElse(token.group("text") != null ? "'text'" : token.group());
    }

    private static boolean contains(List<String> program, List<String> pattern) {
        for (int i = 0; i < program.size(); i++) {
            boolean inPath = i > 0 && program.get(i - 1).equals(".") && isWord(program.get(i));
            if (!inPath && matches(program, i, pattern, 0)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(String token) {
        return Character.isLetter(token.charAt(0));
    }

    private static boolean matches(List<String> program, int at, List<String> pattern, int next) {
        if (next == pattern.size()) {
            return true;
        }
        String searchedFor = pattern.get(next);
        if (searchedFor.equals("...")) {
            for (int i = at; i < program.size() && !program.get(i).equals(";"); i++) {
                boolean inPath = program.get(i).equals(".") && i + 1 < program.size();
                if (matches(program, i, pattern, next + 1)) {
                    return true;
                }
                i += inPath && isWord(program.get(i + 1)) ? 1 : 0;
            }
            return at < program.size() && matches(program, at, pattern, next + 1);
        }
        return at < program.size()
                && one(program.get(at), searchedFor)
                && matches(program, at + 1, pattern, next + 1);
    }

    private static boolean one(String token, String searchedFor) {
        return switch (searchedFor) {
            case "label", "name" -> isWord(token);
            default -> token.equalsIgnoreCase(searchedFor);
        };
    }
}
