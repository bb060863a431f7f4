package io.millrace.benchmarks.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A fault of a disk.
 *
 * @param at number of the forced write, or of the write, with which it begins, from 1
 * @param thenMillis time until the power fails; what was not forced is lost then
 * @param seed of the choice of sectors that reach the disk nevertheless
 */
record DiskFault(Kind kind, int at, int thenMillis, long seed) {

    /** Kind of a disk fault. */
    enum Kind {
        /** The power fails before something is forced. */
        POWER,
        /**
         * Forcing fails once. As on Linux, the data never reaches the disk unless it is written
         * again, although later calls succeed.
         */
        FORCE_FAILS,
        /** Writing fails, from then on. */
        WRITE_FAILS,
        /** There is no space, from then on. */
        FULL,
        /** From then on it reports that it has forced what it has not. */
        LIES
    }

    /** Returns the options of a process whose disk must fail; the agent's jar is in the folder. */
    List<String> options(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", Disk.class.getName());
        Path jar = folder.resolve("disk-agent.jar").toAbsolutePath();
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return List.of(
                "-javaagent:%s=%s:%d:%d:%d".formatted(jar, kind, at, thenMillis, seed),
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
    }

    /** Returns the fault that the agent's argument describes. */
    static DiskFault parse(String text) {
        String[] words = text.split(":");
        return new DiskFault(
                Kind.valueOf(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Long.parseLong(words[3]));
    }
}
