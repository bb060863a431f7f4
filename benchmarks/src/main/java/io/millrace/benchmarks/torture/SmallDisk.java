package io.millrace.benchmarks.torture;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A small file system: ext4 in a file if this process has the right to mount it, otherwise in
 * memory. A ballast file that grows and shrinks leaves almost no free space, or none.
 *
 * @param type type of the file system, for example ext4
 */
record SmallDisk(Path path, String type) implements AutoCloseable {

    private static final int MEGABYTES = 256;

    /**
     * Mounts a file system in the folder. Returns null if this process does not have the right to
     * mount.
     */
    static SmallDisk mount(Path folder) throws IOException {
        Path path = Files.createDirectories(folder.resolve("disk"));
        String image = folder.resolve("disk.ext4").toString();
        try (RandomAccessFile file = new RandomAccessFile(image, "rw")) {
            file.setLength((long) MEGABYTES << 20);
        }
        boolean mounted =
                run("mkfs.ext4", "-q", "-m", "0", image)
                                && run("mount", "-o", "loop", image, path.toString())
                        || run(
                                "mount",
                                "-t",
                                "tmpfs",
                                "-o",
                                "size=" + MEGABYTES + "m",
                                "tmpfs",
                                path.toString());
        return mounted ? new SmallDisk(path, Files.getFileStore(path).type()) : null;
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .onExit()
                            .join()
                            .exitValue()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Starts a file that repeatedly fills the disk and shrinks. */
    Ballast ballast(Random random) {
        return new Ballast(random);
    }

    /** The ballast file. Closing deletes the file system. */
    final class Ballast implements AutoCloseable {

        private final Path file = path.resolve("ballast");
        private final Random random;
        private final Thread thread;
        private volatile boolean running = true;

        private Ballast(Random random) {
            this.random = random;
            thread = Thread.ofPlatform().daemon().name("ballast").start(this::growAndShrink);
        }

        private void growAndShrink() {
            try {
                while (running) {
                    fill((long) random.nextInt(60) << 20);
                    Thread.sleep(random.nextInt(400));
                    Files.deleteIfExists(file);
                    Thread.sleep(random.nextInt(400));
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void fill(long left) {
            byte[] block = new byte[1 << 16];
            try (OutputStream ballast = Files.newOutputStream(file)) {
                for (long free = path.toFile().getUsableSpace() - left;
                        free > 0 && running;
                        free -= block.length) {
                    ballast.write(block);
                }
            } catch (IOException full) {
                // The victim also writes, so the space can already be used.
            }
        }

        @Override
        public void close() throws IOException {
            running = false;
            while (thread.isAlive()) {
                LockSupport.parkNanos(1_000_000);
            }
            Files.deleteIfExists(file);
        }
    }

    @Override
    public void close() {
        if (!run("umount", path.toString())) {
            // A victim that was just killed can still have open files.
            run("umount", "-l", path.toString());
        }
    }
}
