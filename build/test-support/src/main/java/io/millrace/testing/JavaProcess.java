package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A process of a main class with the class path of the tests. Its JVM has options for a short life:
 * one compiler, and one thread for garbage collection. A {@link ProcessTraining} of the module runs
 * first and leaves a cache of its loaded and linked classes, so that each process needs less than
 * half of the processor time to start.
 */
public final class JavaProcess {

    private static final Path FOLDER = Path.of("target", "processes").toAbsolutePath();
    private static final Path CACHE = FOLDER.resolve("classes.aot");
    private static final long MAX_SECONDS = 240;

    /** System property with the folder in which running brokers are registered. */
    private static final String RUNNING = "millrace.running";

    /** Class path of all processes that these tests start; null before the first. */
    private static String classPath;

    private JavaProcess() {}

    /** Prepares a process with further options of its JVM and the arguments of its main class. */
    public static ProcessBuilder of(Class<?> main, List<String> options, String... arguments) {
        String path = classPath();
        List<String> all = new ArrayList<>(options);
        if (Files.exists(CACHE)) {
            all.addFirst("-XX:AOTCache=" + CACHE);
        }
        String running = System.getProperty(RUNNING);
        if (running != null) {
            all.addFirst("-D" + RUNNING + "=" + running);
        }
        return command(main, path, all, arguments);
    }

    private static ProcessBuilder command(
            Class<?> main, String path, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-Xlog:disable",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        if (options.stream().noneMatch(option -> option.endsWith("GC"))) {
            command.add("-XX:+UseSerialGC");
        }
        command.addAll(options);
        command.addAll(List.of("-cp", path, main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /**
     * Runs a program to its end, with a log as in production.
     *
     * @return standard output and standard error
     */
    public static String output(
            Class<?> main,
            Path folder,
            List<String> options,
            Map<String, String> environment,
            String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(options);
        // Not the configuration of the tests.
        all.add("-Dlogback.configurationFile=logback.xml");
        Path output = folder.resolve("output");
        ProcessBuilder builder =
                of(main, all, arguments)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    private static synchronized String classPath() {
        if (classPath == null) {
            try {
                Files.createDirectories(FOLDER);
                List<Path> path = packed(System.getProperty("java.class.path"));
                classPath =
                        path.stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator));
                if (path.stream().anyMatch(file -> modified(file) > modified(CACHE))) {
                    train();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the classes are archived", e);
            }
        }
        return classPath;
    }

    /** Runs the training of the module. Its JVM writes the cache when it ends. */
    private static void train() throws IOException, InterruptedException {
        Files.deleteIfExists(CACHE);
        Path log = FOLDER.resolve("training.log");
        Path files = Files.createTempDirectory(FOLDER, "training");
        Process process =
                command(
                                ProcessTraining.Program.class,
                                classPath,
                                List.of("-XX:AOTCacheOutput=" + CACHE),
                                files.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try {
            assertThat(process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        try (Stream<Path> written = Files.walk(files)) {
            written.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    private static long modified(Path file) {
        return file.toFile().lastModified();
    }

    /**
     * Packs the folders of a class path into jars, because the JVM archives no classes of folders.
     */
    private static List<Path> packed(String path) throws IOException {
        List<Path> entries = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator)) {
            Path place = Path.of(entry);
            if (Files.isDirectory(place)) {
                if (FOLDER.toAbsolutePath().startsWith(place.toAbsolutePath())) {
                    throw new IllegalStateException(
                            "the class path contains " + place.toAbsolutePath());
                }
                Path jar = FOLDER.resolve(entries.size() + ".jar");
                pack(place, jar);
                entries.add(jar);
            } else {
                entries.add(place);
            }
        }
        return entries;
    }

    /** Packs a folder, unless its jar is newer than each of its files and folders. */
    private static void pack(Path folder, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.toList();
        }
        if (files.stream().allMatch(file -> modified(file) < modified(to))) {
            return;
        }
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(to))) {
            jar.setLevel(0);
            for (Path file : files.stream().filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
                jar.putNextEntry(new ZipEntry(name));
                Files.copy(file, jar);
            }
        }
    }
}
