package io.millrace.benchmarks.torture.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Fault of a disk.
 *
 * @param kind kind of the fault
 * @param at number of the force (or write) request that fails, from 1
 * @param thenMillis time from the fault to the power failure; data that was not forced is lost then
 * @param seed chooses the sectors that reach the disk nevertheless
 */
public record DiskFault(Kind kind, int at, int thenMillis, long seed) {

    /** Kind of a disk fault. */
    public enum Kind {
        /** The power fails before data is forced. */
        POWER,
        /**
         * One force fails. As on Linux, the data then never reaches the disk unless it is written
         * again, although later calls succeed.
         */
        FORCE_FAILS,
        /** Writing fails, from then on. */
        WRITE_FAILS,
        /** There is no space, from then on. */
        FULL,
        /** From then on the disk reports data as forced that is not. */
        LIES
    }

    /** Exit code of a process whose power went. */
    public static final int DARK = 9;

    private static final String PROPERTY = "millrace.torture.disk";

    /**
     * Returns the options of a JVM whose disk fails.
     *
     * @param folder folder of the agent's jar
     */
    public List<String> options(Path folder) throws IOException {
        return List.of(
                "-javaagent:" + agent(folder),
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "-D" + PROPERTY + "=" + kind + ":" + at + ":" + thenMillis + ":" + seed);
    }

    /** Returns a jar that names the agent, which is on the class path. */
    private static Path agent(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", DiskAgent.class.getName());
        Path jar = folder.resolve("disk-agent.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar.toAbsolutePath();
    }

    /** Returns the fault of this process. */
    static DiskFault ofProcess() {
        String[] words = System.getProperty(PROPERTY).split(":");
        return new DiskFault(
                Kind.valueOf(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Long.parseLong(words[3]));
    }
}
