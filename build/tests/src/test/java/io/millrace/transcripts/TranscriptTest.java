package io.millrace.transcripts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs all transcripts, and the examples of the documents. In a transcript, each heading of the
 * second level begins with an empty folder; a document has one folder. With {@code
 * -Dmillrace.transcripts=write}, outputs that differ are written to the files.
 */
class TranscriptTest {

    private static final Path ROOT = Path.of(System.getProperty("millrace.root"));
    private static final Path TRANSCRIPTS =
            ROOT.resolve("build/tests/src/test/resources/transcripts");

    /** Pattern of the start of the names of the files that are run; empty for all. */
    private static final String FILE = System.getProperty("millrace.transcripts.file", "");

    private static final boolean WRITE = "write".equals(System.getProperty("millrace.transcripts"));

    @TempDir Path temporary;
    private Session session;

    @BeforeEach
    void begin() throws IOException {
        session = new Session(temporary.resolve("session"), ROOT.resolve("samples"));
    }

    @AfterEach
    void endProcesses() {
        session.close();
    }

    @TestFactory
    Stream<DynamicNode> transcriptsAreTrue() throws IOException {
        return markdown(TRANSCRIPTS).map(file -> document(file, true));
    }

    @TestFactory
    Stream<DynamicNode> documentsAreTrue() throws IOException {
        return Stream.of(
                        Stream.of(ROOT.resolve("README.md")),
                        markdown(ROOT.resolve("docs")),
                        markdown(ROOT.resolve("samples")))
                .flatMap(files -> files)
                .map(file -> document(file, false));
    }

    @Test
    void threeDotsMatchAnyText() {
        List<String> output = List.of("a", "b 12 c", "d", "e");
        assertThat(matches(output, List.of("a", "b ... c", "..."))).isTrue();
        assertThat(matches(output, List.of("...", "e"))).isTrue();
        assertThat(matches(output, List.of("a", "...", "d"))).isFalse();
        assertThat(matches(output, List.of("a", "b ... d", "d", "e"))).isFalse();
        assertThat(matches(List.of(), List.of())).isTrue();
    }

    private static Stream<Path> markdown(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(f -> f.toString().endsWith(".md"))
                    .filter(f -> f.getFileName().toString().matches("(" + FILE + ").*"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private DynamicNode document(Path file, boolean emptied) {
        try {
            List<String> lines = Files.readAllLines(file);
            List<List<Transcript.Step>> sections = sections(Transcript.of(lines), emptied);
            List<String> corrected = new ArrayList<>(lines);
            return DynamicContainer.dynamicContainer(
                    ROOT.relativize(file).toString(),
                    sections.reversed().stream() // corrections move the lines after them
                            .map(steps -> section(file, steps, corrected)));
        } catch (IOException e) {
            throw new IllegalStateException(file.toString(), e);
        }
    }

    private static List<List<Transcript.Step>> sections(Transcript transcript, boolean divided) {
        List<List<Transcript.Step>> sections = new ArrayList<>();
        sections.add(new ArrayList<>());
        for (Transcript.Step step : transcript.steps()) {
            if (divided && step instanceof Transcript.Heading) {
                sections.add(new ArrayList<>());
            }
            sections.getLast().add(step);
        }
        sections.removeIf(s -> s.stream().allMatch(Transcript.Heading.class::isInstance));
        return sections;
    }

    private DynamicTest section(Path file, List<Transcript.Step> steps, List<String> corrected) {
        String name =
                steps.getFirst() instanceof Transcript.Heading heading
                        ? heading.title()
                        : "commands";
        return DynamicTest.dynamicTest(name, () -> run(file, steps, corrected));
    }

    private void run(Path file, List<Transcript.Step> steps, List<String> corrected)
            throws IOException, InterruptedException {
        session.clear();
        List<String> differences = new ArrayList<>();
        Transcript.Command last = null;
        int moved = 0;
        for (Transcript.Step step : steps) {
            if (step instanceof Transcript.File content) {
                session.write(content);
            } else if (step instanceof Transcript.Command command) {
                if (session.lastCode() != 0 && !command.text().equals("echo $?")) {
                    differences.add(unreported(file, last, session));
                    moved += correct(corrected, last.end() + moved, 0, code(session));
                }
                List<String> output = session.run(command.text());
                if (!matches(output, command.expected())) {
                    differences.add(difference(file, command, output));
                    int length = command.expected().size();
                    moved += correct(corrected, command.line() + moved, length, output);
                }
                last = command;
            }
        }
        if (session.lastCode() != 0) {
            differences.add(unreported(file, last, session));
            correct(corrected, last.end() + moved, 0, code(session));
        }
        if (WRITE && !differences.isEmpty()) {
            Files.write(file, corrected);
        }
        for (String unused : unusedFiles(steps)) {
            List<String> output = session.run("millrace check " + unused);
            if (session.lastCode() != 0) {
                differences.add(file + ": " + unused + "\n" + String.join("\n", output));
            }
        }
        assertThat(differences).as(String.join("\n", differences)).isEmpty();
    }

    /** Returns the applications and definition files of the document that no command names. */
    private static Set<String> unusedFiles(List<Transcript.Step> steps) {
        Set<String> unused = new LinkedHashSet<>();
        for (Transcript.Step step : steps) {
            if (step instanceof Transcript.File content && content.isDefinition()) {
                unused.add(content.checked());
            }
        }
        for (Transcript.Step step : steps) {
            if (step instanceof Transcript.Command command) {
                unused.removeIf(
                        name -> command.text().matches(".*\\s" + Pattern.quote(name) + "\\b.*"));
            }
        }
        return unused;
    }

    private static List<String> code(Session session) {
        return List.of("$ echo $?", String.valueOf(session.lastCode()));
    }

    /** Replaces lines and returns by how many lines the document became longer. */
    private static int correct(List<String> lines, int from, int length, List<String> by) {
        List<String> old = lines.subList(from, from + length);
        old.clear();
        old.addAll(by);
        return by.size() - length;
    }

    private static String unreported(Path file, Transcript.Command command, Session session) {
        return "%s:%d: $ %s failed with the exit code %d; expected '$ echo $?' after it"
                .formatted(file, command.line(), command.text(), session.lastCode());
    }

    private static String difference(Path file, Transcript.Command command, List<String> output) {
        return "%s:%d: $ %s%nexpected:%n%s%nfound:%n%s%n"
                .formatted(
                        file,
                        command.line(),
                        command.text(),
                        String.join("\n", command.expected()),
                        String.join("\n", output));
    }

    private static boolean matches(List<String> output, List<String> expected) {
        List<String> lines = expected.stream().map(String::stripTrailing).toList();
        String pattern =
                lines.stream()
                        .map(
                                line ->
                                        line.equals("...")
                                                ? "(?:.*\n)*"
                                                : Stream.of(line.split("\\.\\.\\.", -1))
                                                                .map(Pattern::quote)
                                                                .collect(Collectors.joining(".*"))
                                                        + "\n")
                        .collect(Collectors.joining());
        String text = output.stream().map(line -> line + "\n").collect(Collectors.joining());
        return Pattern.matches(pattern, text);
    }
}
