package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import javax.tools.ToolProvider;

/** A jar with a compiled class, in the {@code lib} folder of an application. */
final class JavaJar {

    private JavaJar() {}

    /**
     * @param type simple name of the class, which is in no package
     */
    static void write(Path application, String type, String source) throws IOException {
        Path lib = Files.createDirectories(application.resolve("lib"));
        Path file = Files.writeString(application.resolve(type + ".java"), source);
        int problems =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", lib.toString(), file.toString());
        assertThat(problems).isZero();
        Files.delete(file);
        String name = type + ".class";
        try (OutputStream out = Files.newOutputStream(lib.resolve(type + ".jar"));
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new JarEntry(name));
            jar.write(Files.readAllBytes(lib.resolve(name)));
        }
        Files.delete(lib.resolve(name));
    }
}
