package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A jar that a test compiles in memory. */
final class TestJar {

    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private final Map<String, JavaFileObject> sources = new LinkedHashMap<>();

    /** Adds or replaces the source of a class. */
    TestJar source(String name, String text) {
        sources.put(
                name,
                new SimpleJavaFileObject(
                        URI.create("string:///" + name.replace('.', '/') + ".java"),
                        JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreErrors) {
                        return text;
                    }
                });
        return this;
    }

    /** Adds a service file. */
    TestJar service(Class<?> type, String... lines) {
        return file("META-INF/services/" + type.getName(), String.join("\n", lines) + "\n");
    }

    TestJar file(String name, String text) {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    TestJar file(String name, byte[] content) {
        entries.put(name, content);
        return this;
    }

    /** Compiles the sources, so that {@link #without} and {@link #changed} can follow. */
    TestJar compiled() {
        if (sources.isEmpty()) {
            return this;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        JavaFileManager toMemory =
                new ForwardingJavaFileManager<>(files) {
                    @Override
                    public JavaFileObject getJavaFileForOutput(
                            Location location,
                            String name,
                            JavaFileObject.Kind kind,
                            FileObject sibling) {
                        return output(name.replace('.', '/') + ".class");
                    }
                };
        boolean done =
                compiler.getTask(
                                null,
                                toMemory,
                                null,
                                List.of("-proc:none", "-cp", System.getProperty("java.class.path")),
                                null,
                                sources.values())
                        .call();
        assertThat(done).as("the sources compile").isTrue();
        sources.clear();
        return this;
    }

    private JavaFileObject output(String name) {
        return new SimpleJavaFileObject(
                URI.create("string:///" + name), JavaFileObject.Kind.CLASS) {
            @Override
            public OutputStream openOutputStream() {
                return new ByteArrayOutputStream() {
                    @Override
                    public void close() {
                        entries.put(name, toByteArray());
                    }
                };
            }
        };
    }

    /** Removes a compiled class. */
    TestJar without(String name) {
        assertThat(entries.remove(name.replace('.', '/') + ".class")).isNotNull();
        return this;
    }

    /** Sets the Java version of a compiled class. */
    TestJar changed(String name, int javaVersion) {
        byte[] content = entries.get(name.replace('.', '/') + ".class");
        content[7] = (byte) (javaVersion + 44);
        return this;
    }

    byte[] bytes() {
        compiled();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes the jar to the folder {@code lib} of a folder. */
    Path write(Path folder, String name) throws IOException {
        return Files.write(Files.createDirectories(folder.resolve("lib")).resolve(name), bytes());
    }
}
