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
 * @param at number of the forced write, or of the write, with which the fault begins, from 1
 * @param thenMillis time until the power fails, in milliseconds. Data that was not forced is then
 *     lost.
 * @param seed seed of the random choice of sectors that reach the disk although they were not
 *     forced
 */
record DiskFault(Kind kind, int at, int thenMillis, long seed) {

    /** Kind of a disk fault. */
    enum Kind {
        /** The power fails before a forced write. */
        POWER,
        /**
         * Forcing fails once. As on Linux, the data never reaches the disk unless it is written
         * again, although later calls succeed.
         */
        FORCE_FAILS,
        /** All later writes fail. */
        WRITE_FAILS,
        /** The disk remains full. */
        FULL,
        /** All later forced writes are reported as successful, but do not reach the disk. */
        LIES
    }

    /**
     * Returns the options that make the disk of a process fail. The folder contains the jar of the
     * agent.
     */
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

    /** Parses the argument of the agent. */
    static DiskFault parse(String text) {
        String[] words = text.split(":");
        return new DiskFault(
                Kind.valueOf(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Long.parseLong(words[3]));
    }
}
