package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import javax.tools.ToolProvider;

/** A jar with a compiled class, in the {@code lib} folder of an application. */
final class JavaJar {

    /** Class files by the source, which several tests share. */
    private static final Map<String, byte[]> COMPILED = new HashMap<>();

    private JavaJar() {}

    /**
     * @param type simple name of the class, which is in no package
     */
    static void write(Path application, String type, String source) throws IOException {
        Path lib = Files.createDirectories(application.resolve("lib"));
        byte[] compiled = COMPILED.get(source);
        if (compiled == null) {
            compiled = compiled(lib, type, source);
            COMPILED.put(source, compiled);
        }
        try (OutputStream out = Files.newOutputStream(lib.resolve(type + ".jar"));
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new JarEntry(type + ".class"));
            jar.write(compiled);
        }
    }

    private static byte[] compiled(Path folder, String type, String source) throws IOException {
        Path file = Files.writeString(folder.resolve(type + ".java"), source);
        int problems =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                folder.toString(),
                                "-d",
                                folder.toString(),
                                file.toString());
        assertThat(problems).isZero();
        Files.delete(file);
        Path made = folder.resolve(type + ".class");
        byte[] compiled = Files.readAllBytes(made);
        Files.delete(made);
        return compiled;
    }
}
