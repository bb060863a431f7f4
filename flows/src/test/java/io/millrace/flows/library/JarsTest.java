package io.millrace.flows.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What is taken out of jars, and that none fills the memory. */
class JarsTest {

    private static final byte[] MULTI_RELEASE =
            "Manifest-Version: 1.0\nMulti-Release: true\n\n".getBytes(StandardCharsets.UTF_8);

    @TempDir Path folder;

    private record Entry(String name, byte[] content) {
        static Entry of(String name, String content) {
            return new Entry(name, content.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Path jar(Entry... entries) throws IOException {
        Path file = folder.resolve("a.jar");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Entry entry : entries) {
                zip.putNextEntry(new ZipEntry(entry.name()));
                zip.write(entry.content());
            }
        }
        return file;
    }

    private static List<String> texts(Jars jars, String name) {
        return jars.find(name).stream()
                .map(c -> new String(c.bytes(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void theNewestVersionThatTheRunningJavaTakesIsFoundWhereverTheManifestStands()
            throws IOException {
        Jars jars = new Jars();

        jars.read(
                jar(
                        Entry.of("META-INF/versions/9999/a.txt", "of the future"),
                        Entry.of("META-INF/versions/17/a.txt", "17"),
                        Entry.of("META-INF/versions/11/a.txt", "11"),
                        Entry.of("a.txt", "plain"),
                        new Entry(JarFile.MANIFEST_NAME, MULTI_RELEASE)));

        assertThat(texts(jars, "a.txt")).containsExactly("17");
    }

    @Test
    void versionsAreFilesAsOthersWhereTheManifestDoesNotTellOfThem() throws IOException {
        Jars jars = new Jars();

        jars.read(jar(Entry.of("META-INF/versions/17/a.txt", "17"), Entry.of("a.txt", "plain")));

        assertThat(texts(jars, "a.txt")).containsExactly("plain");
    }

    @Test
    void whatUnpacksToMoreThanTheLimitIsRefusedWhicheverFileItIs() throws IOException {
        byte[] zeros = new byte[3 << 20];

        for (String name : List.of("a.bin", JarFile.MANIFEST_NAME)) {
            Path file = jar(new Entry(name, zeros));
            assertThatThrownBy(() -> new Jars(2 << 20).read(file))
                    .hasMessage("with a.jar the jars exceed 2 MiB");
        }
    }
}
