package io.millrace.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/** Jars that tests compile, in the {@code lib} folder of an application or home. */
public final class JavaJar {

    /** Class files by the source, which several tests share. */
    private static final Map<String, byte[]> COMPILED = new HashMap<>();

    private JavaJar() {}

    /**
     * Writes a jar with one class.
     *
     * @param type simple name of the class, which is in no package
     */
    public static void write(Path application, String type, String source) throws IOException {
        Path lib = Files.createDirectories(application.resolve("lib"));
        byte[] compiled = COMPILED.get(source);
        if (compiled == null) {
            Path file = Files.writeString(lib.resolve(type + ".java"), source);
            compile(List.of(file), lib);
            Files.delete(file);
            compiled = Files.readAllBytes(lib.resolve(type + ".class"));
            Files.delete(lib.resolve(type + ".class"));
            COMPILED.put(source, compiled);
        }
        try (OutputStream out = Files.newOutputStream(lib.resolve(type + ".jar"));
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new JarEntry(type + ".class"));
            jar.write(compiled);
        }
    }

    /**
     * Compiles a Maven project to a jar.
     *
     * @param classes empty folder for the classes
     */
    static void write(Path project, Path classes, Path jar) throws IOException {
        compile(files(project.resolve("src/main/java")), classes);
        Path resources = project.resolve("src/main/resources");
        Map<String, Path> entries = new HashMap<>();
        files(resources).forEach(f -> entries.put(resources.relativize(f).toString(), f));
        files(classes).forEach(f -> entries.put(classes.relativize(f).toString(), f));
        Files.createDirectories(jar.getParent());
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out)) {
            for (Map.Entry<String, Path> entry : entries.entrySet()) {
                packed.putNextEntry(new JarEntry(entry.getKey()));
                Files.copy(entry.getValue(), packed);
            }
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static void compile(List<Path> sources, Path classes) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(
                List.of(
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString()));
        sources.forEach(s -> arguments.add(s.toString()));
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(new String[0]));
        assertThat(result).as("compiles").isZero();
    }
}
