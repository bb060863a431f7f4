package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.administration.TestServer.Result;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several administrators, changes under load, and a full disk. */
class ConcurrentChangesTest {

    private static final int ADMINISTRATORS = 4;
    private static final int CHANGES = Integer.getInteger("millrace.cycles", 1) * 15;
    private static final int FULL_KILOBYTES = 2_048;

    @TempDir Path folder;

    @Test
    void ofSeveralChangesOfOneRevisionOneTakesEffect() throws Exception {
        try (ServerThread server = ServerThread.start(folder.resolve("home"));
                ExecutorService all = Executors.newFixedThreadPool(ADMINISTRATORS)) {
            String echo = Echo.write(folder, "1").toString();
            for (int revision = 0; revision < 3; revision++) {
                String seen = Integer.toString(revision);
                List<Future<Result>> results = new ArrayList<>();
                for (int i = 0; i < ADMINISTRATORS; i++) {
                    results.add(all.submit(() -> server.run("deploy", echo, "--revision", seen)));
                }
                List<String> refused = new ArrayList<>();
                for (Future<Result> result : results) {
                    if (result.get().code() != 0) {
                        refused.add(result.get().err());
                    }
                }
                assertThat(refused)
                        .hasSize(ADMINISTRATORS - 1)
                        .allMatch(e -> e.contains("MR7022") && e.contains("(deploy of echo 1 by "));
            }
        }
    }

    /** Every message is processed once, by one of the versions. */
    @Test
    void noMessageIsLostOrProcessedTwiceDuringDeploymentsAndRollbacks() throws Exception {
        try (ServerThread server = ServerThread.start(folder.resolve("home"))) {
            List<String> versions =
                    List.of(Echo.write(folder, "1").toString(), Echo.write(folder, "2").toString());
            server.run("deploy", versions.getFirst()).ok();
            server.run("deploy", versions.getLast()).ok();
            int batches = CHANGES;
            Path messages = Files.createDirectory(folder.resolve("messages"));
            for (int i = 0; i < 20; i++) {
                Files.writeString(messages.resolve(i + ".xml"), "<a/>");
            }
            try (ExecutorService load = Executors.newSingleThreadExecutor()) {
                Future<?> put =
                        load.submit(
                                () -> {
                                    for (int i = 0; i < batches; i++) {
                                        server.run("put", Echo.IN, messages.toString()).ok();
                                    }
                                });
                for (int i = 0; i < CHANGES; i++) {
                    if (i % 3 == 0) {
                        server.run("rollback", "echo").ok();
                    } else if (i % 3 == 1) {
                        server.run("deploy", versions.get(i % 2)).ok();
                    } else {
                        server.run("restart", "echo").ok();
                    }
                }
                put.get();
            }
            int expected = batches * 20;
            for (int got = 0; got < expected; got++) {
                assertThat(server.run("get", Echo.OUT, "--wait", "60").ok().out())
                        .contains("<version>");
            }
            assertThat(server.run("get", Echo.OUT).code()).isNotZero();
        }
    }

    @Test
    void aFullDiskFailsADeploymentWithoutAChange() throws Exception {
        Path home = folder.resolve("home");
        Path disk = Files.createDirectories(home.resolve("server"));
        assumeTrue(
                mount(
                        "mount",
                        "-t",
                        "tmpfs",
                        "-o",
                        "size=" + FULL_KILOBYTES + "k",
                        "tmpfs",
                        disk.toString()),
                "this process may not mount a file system");
        try (ServerProcess server = ServerProcess.start(home)) {
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            String two = Echo.write(folder, "2").toString();
            Path filler = disk.resolve("filler");
            int refused = 0;
            for (int free = 0; free <= 40; free += 4) {
                fill(filler, disk, free);
                Result result = server.run("deploy", two);
                if (result.code() == 0) {
                    break;
                }
                refused++;
                assertThat(result.err()).contains("MR7023", "the disk is full");
                assertThat(server.run("list").ok().out()).containsPattern("echo +1 +running +1");
            }
            assertThat(refused).isPositive();
            Files.deleteIfExists(filler);
            server.run("deploy", two).ok();
            assertThat(server.run("list").ok().out()).containsPattern("echo +2 +running");
        } finally {
            mount("umount", "-l", disk.toString());
        }
    }

    /** Fills the disk except some kilobytes. */
    private static void fill(Path filler, Path disk, int freeKilobytes) throws IOException {
        Files.deleteIfExists(filler);
        long free = Files.getFileStore(disk).getUsableSpace() - freeKilobytes * 1_024L;
        Files.write(filler, new byte[(int) Math.max(0, free)]);
    }

    private static boolean mount(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
