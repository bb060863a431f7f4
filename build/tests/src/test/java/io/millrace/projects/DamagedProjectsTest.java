package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.flows.Application;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Damaged files of projects: flows, ESQL, descriptors, schemas, message sets, policies, REST APIs
 * and archives. Each file of each project is damaged in turn. The result must be problems with
 * files, or a project that loads.
 */
class DamagedProjectsTest {

    private static final int CASES = Integer.getInteger("jqwik.tries.default", 100) * 3;
    private static final long SEED = Long.getLong("millrace.seed", 1);

    /** Fragments that are inserted: markup, names and escapes that change the structure. */
    private static final List<String> FRAGMENTS =
            List.of(
                    "<",
                    "\"",
                    "&x;",
                    "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
                    "xmi:id=\"FCMComposite_1_1\"",
                    "<nodes/>",
                    "<connections/>",
                    "-1",
                    "99999999999999999999",
                    "../..",
                    "{",
                    "\0",
                    "\uFEFF");

    @TempDir Path work;

    private static List<Path> projects() throws IOException {
        Path root = Path.of(System.getProperty("millrace.root"));
        List<Path> folders = new ArrayList<>();
        folders.add(root.resolve("build/tests/src/test/resources/frequency"));
        folders.add(root.resolve("samples/existing-project"));
        Path fixtures =
                Path.of(System.getProperty("millrace.fixtures", root + "/../shared/ibm/fixtures"));
        if (Files.isDirectory(fixtures)) {
            try (Stream<Path> all = Files.list(fixtures)) {
                all.filter(Files::isDirectory).sorted().forEach(folders::add);
            }
        }
        return folders;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(f -> !f.toString().endsWith(".md"))
                    .filter(f -> !f.toString().contains("hostile"))
                    .sorted()
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : files(from)) {
            Path target = to.resolve(from.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
    }

    private static String damage(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int from = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(60));
        byte[] changed =
                switch (random.nextInt(6)) {
                    case 0 -> joined(bytes, from, new byte[0], to);
                    case 1 -> joined(bytes, from, Arrays.copyOfRange(bytes, from, to), from);
                    case 2 -> Arrays.copyOf(bytes, from);
                    case 3 -> joined(bytes, from, new byte[] {(byte) random.nextInt(256)}, to);
                    case 4 -> swapped(bytes, from, random);
                    default ->
                            joined(
                                    bytes,
                                    from,
                                    FRAGMENTS
                                            .get(random.nextInt(FRAGMENTS.size()))
                                            .getBytes(StandardCharsets.UTF_8),
                                    from);
                };
        Files.write(file, changed);
        return file + " at " + from;
    }

    private static byte[] joined(byte[] bytes, int to, byte[] inserted, int from) {
        byte[] all = new byte[to + inserted.length + bytes.length - from];
        System.arraycopy(bytes, 0, all, 0, to);
        System.arraycopy(inserted, 0, all, to, inserted.length);
        System.arraycopy(bytes, from, all, to + inserted.length, bytes.length - from);
        return all;
    }

    /** Replaces a part by another part of the same file. */
    private static byte[] swapped(byte[] bytes, int from, Random random) {
        if (bytes.length == 0) {
            return bytes;
        }
        int other = random.nextInt(bytes.length);
        int length = Math.min(80, bytes.length - Math.max(from, other));
        byte[] all = bytes.clone();
        System.arraycopy(bytes, other, all, from, length);
        return all;
    }

    @Test
    void damagedFilesHaveProblemsOrStillWork() throws IOException {
        List<Path> projects = projects();
        for (int i = 0; i < CASES; i++) {
            long seed = SEED * 1_000_000 + i;
            Random random = new Random(seed);
            Path folder = work.resolve("d" + i);
            copy(projects.get(i % projects.size()), folder);
            List<Path> files = files(folder);
            Path damaged = files.get(random.nextInt(files.size()));
            String damage = damage(damaged, random);

            for (Path path : paths(folder, damaged)) {
                List<Problem> problems = Application.check(path);
                assertThat(problems)
                        .as("seed %d: %s", seed, damage)
                        .allSatisfy(
                                p -> {
                                    assertThat(p.code())
                                            .isNotIn(
                                                    ErrorCode.EXTENSION_FAILED, ErrorCode.INTERNAL);
                                    assertThat(p.place().source().name()).isNotEmpty();
                                });
            }
        }
    }

    /** Returns the project and, if an archive is damaged, the archive. */
    private static List<Path> paths(Path folder, Path damaged) {
        String name = damaged.toString();
        return name.endsWith(".bar") || name.endsWith(".zip") ? List.of(damaged) : List.of(folder);
    }
}
