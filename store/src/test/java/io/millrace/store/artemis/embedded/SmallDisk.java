package io.millrace.store.artemis.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system of its own: ext4 in a file where this process may mount one, else one in memory.
 * Where neither may be mounted, the test is skipped; what Artemis does without space is tested with
 * a disk that refuses writes then ({@code DiskFaultsTest} of the benchmarks).
 */
final class SmallDisk implements AutoCloseable {

    private final Path path;

    private SmallDisk(Path path) {
        this.path = path;
    }

    static SmallDisk mount(Path folder, int megabytes) throws IOException {
        Path path = Files.createDirectory(folder.resolve("disk"));
        Path image = folder.resolve("disk.ext4");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength((long) megabytes << 20);
        }
        String size = "size=" + megabytes + "m";
        List<List<String>> ways =
                List.of(
                        List.of("mount", "-o", "loop", image.toString(), path.toString()),
                        List.of("mount", "-t", "tmpfs", "-o", size, "tmpfs", path.toString()));
        boolean formatted = run(List.of("mkfs.ext4", "-q", "-m", "0", image.toString()));
        for (List<String> way : formatted ? ways : ways.subList(1, 2)) {
            if (run(way)) {
                System.out.println("the disk is " + Files.getFileStore(path).type());
                return new SmallDisk(path);
            }
        }
        assumeTrue(false, "this process may not mount a file system");
        return null;
    }

    private static boolean run(List<String> command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Path path() {
        return path;
    }

    /** Uses all free space but so many megabytes; gives back the file to delete. */
    Path fill(int megabytesLeft) throws IOException {
        Path ballast = path.resolve("ballast");
        long bytes = Files.getFileStore(path).getUsableSpace() - ((long) megabytesLeft << 20);
        try (RandomAccessFile file = new RandomAccessFile(ballast.toFile(), "rw")) {
            byte[] block = new byte[1 << 16];
            for (long written = 0; written < bytes; written += block.length) {
                file.write(block, 0, (int) Math.min(block.length, bytes - written));
            }
        }
        return ballast;
    }

    @Override
    public void close() {
        // Lazily: a broker that has failed may still have a file open.
        assertThat(run(List.of("umount", "-l", path.toString()))).isTrue();
    }
}
