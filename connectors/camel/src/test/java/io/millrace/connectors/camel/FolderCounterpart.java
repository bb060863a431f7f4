package io.millrace.connectors.camel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A folder of the file system. */
class FolderCounterpart implements Counterpart {

    final Path in;
    final Path out;
    private int number;

    FolderCounterpart(Path folder) throws IOException {
        in = Files.createDirectories(folder.resolve("in"));
        out = Files.createDirectories(folder.resolve("out"));
    }

    @Override
    public String input() {
        return "uri: \"file:%s\", parameters: [initialDelay=0, delay=50, delete=true]"
                .formatted(in);
    }

    @Override
    public String output() {
        return "uri: \"file:%s\"".formatted(out);
    }

    @Override
    public void offer(String text) throws IOException {
        number++;
        Path temporary = in.resolveSibling("new");
        Files.writeString(temporary, text);
        Files.move(temporary, in.resolve("%03d.txt".formatted(number)));
    }

    @Override
    public int pending() throws IOException {
        return contents(in).size();
    }

    @Override
    public List<String> sent() throws IOException {
        return contents(out);
    }

    private static List<String> contents(Path folder) throws IOException {
        List<String> contents = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                contents.add(Files.readString(file));
            }
        }
        return contents;
    }

    @Override
    public void close() {}
}
