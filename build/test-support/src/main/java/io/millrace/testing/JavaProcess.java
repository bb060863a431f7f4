package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A process of a main class with the class path of the tests. Its JVM has options for a short life:
 * one compiler, and one thread for garbage collection. The first such process that ends without a
 * kill archives the classes that it has loaded, so that later processes start faster.
 */
public final class JavaProcess {

    private static final Path FOLDER = Path.of("target", "processes").toAbsolutePath();
    private static final Path ARCHIVE = FOLDER.resolve("classes.jsa");

    /** Class path of all processes that these tests start; null before the first. */
    private static String classPath;

    private JavaProcess() {}

    /** Prepares a process with further options of its JVM and the arguments of its main class. */
    public static ProcessBuilder of(Class<?> main, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+AutoCreateSharedArchive",
                        "-XX:SharedArchiveFile=" + ARCHIVE,
                        "-Xlog:disable",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        if (options.stream().noneMatch(option -> option.endsWith("GC"))) {
            command.add("-XX:+UseSerialGC");
        }
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), main.getName()));
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
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    private static synchronized String classPath() {
        if (classPath == null) {
            try {
                Files.createDirectories(FOLDER);
                Files.deleteIfExists(ARCHIVE);
                classPath = packed(System.getProperty("java.class.path"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return classPath;
    }

    /**
     * Packs the folders of a class path into jars, because the JVM archives no classes of folders.
     */
    private static String packed(String path) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator)) {
            Path place = Path.of(entry);
            if (Files.isDirectory(place)) {
                Path jar = FOLDER.resolve(entries.size() + ".jar");
                pack(place, jar);
                entries.add(jar.toString());
            } else {
                entries.add(entry);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static void pack(Path folder, Path to) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(to));
                Stream<Path> files = Files.walk(folder)) {
            jar.setLevel(0);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
                jar.putNextEntry(new ZipEntry(name));
                Files.copy(file, jar);
            }
        }
    }
}
