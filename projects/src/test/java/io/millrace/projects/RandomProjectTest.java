package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;
import io.millrace.projects.write.ApplicationWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Generated projects, as they are, converted and damaged. */
class RandomProjectTest {

    private static final int CASES = Integer.getInteger("jqwik.tries.default", 100);
    private static final long SEED = Long.getLong("millrace.seed", 1);

    @TempDir Path work;

    private static List<String> queues(Path folder) {
        Application application = Application.load(folder);
        try (Flow flow = Flow.of(application, "")) {
            FlowResult result = flow.process("<a/>");
            assertThat(result.isClean()).isTrue();
            return result.outputs().stream().map(FlowResult.Output::queue).toList();
        }
    }

    @Test
    void generatedProjectsPutToTheirQueuesAlsoAfterConversion() throws IOException {
        for (int i = 0; i < CASES; i++) {
            long seed = SEED * 1_000_000 + i;
            RandomProject project = new RandomProject(work.resolve("p" + i), seed);
            Path folder = i % 3 > 0 ? project.folder() : archive(work.resolve("p" + i));
            Path converted = work.resolve("c" + i);
            ApplicationWriter.write(
                    ProjectImport.read(folder, new Problems()).definitions(), converted);

            assertThat(queues(folder))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(project.queues);
            assertThat(queues(converted))
                    .as("converted, seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(project.queues);
        }
    }

    /** Writes an archive next to the file of overrides. */
    private static Path archive(Path workspace) throws IOException {
        return Files.write(workspace.resolve("all.zip"), zip(workspace));
    }

    @Test
    void damagedFilesHaveProblemsOrStillWork() throws IOException {
        for (int i = 0; i < CASES; i++) {
            long seed = SEED * 1_000_000 + i;
            Path folder = work.resolve("d" + i);
            new RandomProject(folder, seed);
            String damage = damage(folder, new Random(seed));

            List<Problem> problems = Application.check(folder);

            assertThat(problems)
                    .as("seed %d: %s", seed, damage)
                    .allSatisfy(
                            p -> {
                                assertThat(p.code()).isNotEqualTo(ErrorCode.EXTENSION_FAILED);
                                assertThat(p.place().source().name()).isNotEmpty();
                            });
        }
    }

    @Test
    void damagedArchivesHaveProblemsOrStillWork() throws IOException {
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(SEED * 1_000_000 + i);
            Path folder = work.resolve("a" + i);
            new RandomProject(folder, i);
            byte[] archive = zip(folder);
            for (int n = random.nextInt(4); n >= 0; n--) {
                archive[random.nextInt(archive.length)] = (byte) random.nextInt(256);
            }
            Path file = Files.write(work.resolve("a" + i + ".zip"), archive);
            Problems problems = new Problems();

            ProjectImport read = ProjectImport.read(file, problems);

            assertThat(problems.hasErrors() || !read.definitions().flows().isEmpty())
                    .as("archive %d", i)
                    .isTrue();
        }
    }

    private static byte[] zip(Path folder) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes);
                Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(
                        new ZipEntry(folder.relativize(file).toString().replace('/', '\\')));
                zip.write(Files.readAllBytes(file));
            }
        }
        return bytes.toByteArray();
    }

    /** Changes one file at random. Returns a description. */
    private static String damage(Path folder, Random random) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        Path file = files.get(random.nextInt(files.size()));
        StringBuilder text = new StringBuilder(Files.readString(file));
        int from = random.nextInt(text.length());
        int to = Math.min(text.length(), from + 1 + random.nextInt(40));
        switch (random.nextInt(5)) {
            case 0 -> text.delete(from, to);
            case 1 -> text.insert(from, text.substring(from, to));
            case 2 -> text.setLength(from);
            case 3 -> text.setCharAt(from, (char) random.nextInt(0x250));
            default -> text.insert(from, "<!--&x;]]>\"'#".charAt(random.nextInt(13)));
        }
        Files.writeString(file, text);
        return file + " at " + from;
    }
}
