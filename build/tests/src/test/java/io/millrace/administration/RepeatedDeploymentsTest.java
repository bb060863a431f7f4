package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a server keeps of versions that were replaced. */
class RepeatedDeploymentsTest {

    private static final int CHANGES = Integer.getInteger("millrace.cycles", 1) * 20;

    /** A line of a class histogram: rank, instances, bytes, class. */
    private static final Pattern COUNTED = Pattern.compile("\\d+: +(\\d+) +\\d+ +(\\S+).*");

    private static final Pattern LOADER = Pattern.compile("0x\\S+ +0x\\S+ +0x\\S+ +\\d+ .*");

    private static final String PROGRAM = "io.millrace.engine.esql.codegen.CompiledEsql";

    /** The history of the deployments, and the last events. */
    private static final Set<String> HISTORY =
            Set.of(
                    "io.millrace.server.deploy.Revision",
                    "io.millrace.server.deploy.Installed",
                    "io.millrace.server.api.EventFeed$Event");

    @TempDir Path folder;

    @Test
    void nothingRemainsOfReplacedVersions() throws Exception {
        List<Path> versions = List.of(Echo.write(folder, "1"), Echo.write(folder, "2"));
        try (ServerProcess server = ServerProcess.start(folder.resolve("home"))) {
            // The first changes load classes of the server itself.
            change(server, versions, 12);
            Map<String, Long> before = kept(server);
            assertThat(before.keySet()).contains(PROGRAM, "class loaders", "threads");

            change(server, versions, CHANGES);
            await().untilAsserted(
                            () -> assertThat(grown(before, kept(server))).isSubsetOf(HISTORY));
        }
    }

    private static void change(ServerProcess server, List<Path> versions, int changes) {
        for (int i = 0; i < changes; i++) {
            switch (i % 4) {
                case 0, 1 -> server.run("deploy", versions.get(i % 2).toString()).ok();
                case 2 -> server.run("rollback", "echo").ok();
                default -> server.run("restart", "echo").ok();
            }
        }
    }

    /** Returns what has increased by one or more for each fourth change. */
    private static Set<String> grown(Map<String, Long> before, Map<String, Long> after) {
        return after.keySet().stream()
                .filter(what -> after.get(what) - before.getOrDefault(what, 0L) >= CHANGES / 4)
                .collect(Collectors.toSet());
    }

    /** Returns numbers of class loaders, threads, open files, and objects by class. */
    private static Map<String, Long> kept(ServerProcess server)
            throws IOException, InterruptedException {
        Map<String, Long> kept = new HashMap<>();
        for (String line : jcmd(server, "GC.class_histogram").lines().toList()) {
            Matcher counted = COUNTED.matcher(line.strip());
            if (counted.matches() && counted.group(2).startsWith("io.millrace.")) {
                // Each compiled program is an object of its own class.
                String type = counted.group(2).replaceAll("/0x.*", "");
                kept.merge(type, Long.valueOf(counted.group(1)), Long::sum);
            }
        }
        for (String line : jcmd(server, "VM.classloader_stats").lines().toList()) {
            if (LOADER.matcher(line.strip()).matches()) {
                kept.merge("class loaders", 1L, Long::sum);
            }
        }
        kept.put(
                "threads",
                jcmd(server, "Thread.print").lines().filter(l -> l.startsWith("\"")).count());
        Path files = Path.of("/proc/%d/fd".formatted(server.process().pid()));
        if (Files.isDirectory(files)) {
            try (Stream<Path> open = Files.list(files)) {
                kept.put("open files", open.count());
            }
        }
        return kept;
    }

    private static String jcmd(ServerProcess server, String command)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                                Long.toString(server.process().pid()),
                                command)
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
