package io.millrace.benchmarks.torture.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A small file system: ext4 in a file if this process can mount one, otherwise one in memory. A
 * ballast file leaves it nearly no free space, or none.
 */
public final class SmallDisk implements AutoCloseable {

    private static final int MEGABYTES = 256;
    private static final int MAX_LEFT_MEGABYTES = 60;
    private static final int MAX_PAUSE_MILLIS = 400;

    private final Path path;
    private final String type;

    private SmallDisk(Path path, String type) {
        this.path = path;
        this.type = type;
    }

    /**
     * Mounts one in the folder; empty if this process may not.
     *
     * @param folder folder that also contains the file system's own file
     */
    public static Optional<SmallDisk> mount(Path folder) throws IOException {
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
        return mounted
                ? Optional.of(new SmallDisk(path, Files.getFileStore(path).type()))
                : Optional.empty();
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(List.of(command))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the file system's type, such as ext4. */
    public String type() {
        return type;
    }

    /** Creates a file that fills the disk, shrinks and fills it again until it is deleted. */
    public Ballast ballast(Random random) {
        return new Ballast(random);
    }

    /** Closing deletes the file. */
    public final class Ballast implements AutoCloseable {

        private final Path file = path.resolve("ballast");
        private final Random random;
        private final Thread thread;

        private Ballast(Random random) {
            this.random = random;
            thread = Thread.ofPlatform().daemon().name("ballast").start(this::comeAndGo);
        }

        private void comeAndGo() {
            try {
                while (true) {
                    fill((long) random.nextInt(MAX_LEFT_MEGABYTES) << 20);
                    Thread.sleep(random.nextInt(MAX_PAUSE_MILLIS));
                    Files.deleteIfExists(file);
                    Thread.sleep(random.nextInt(MAX_PAUSE_MILLIS));
                }
            } catch (IOException | InterruptedException end) {
                // Closing interrupts it.
            }
        }

        /** Others write meanwhile, so that there can be no space for all of it. */
        private void fill(long left) throws IOException {
            byte[] block = new byte[1 << 16];
            try (RandomAccessFile ballast = new RandomAccessFile(file.toFile(), "rw")) {
                for (long free = path.toFile().getUsableSpace() - left;
                        free > 0 && !Thread.currentThread().isInterrupted();
                        free -= block.length) {
                    ballast.write(block);
                }
            } catch (IOException full) {
                // Then it is as large as it can be.
            }
        }

        @Override
        public void close() throws IOException {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Files.deleteIfExists(file);
        }
    }

    @Override
    public void close() {
        if (!run("umount", path.toString())) {
            // A victim that was just killed may still have files open.
            run("umount", "-l", path.toString());
        }
    }
}
