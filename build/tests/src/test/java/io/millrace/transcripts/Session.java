package io.millrace.transcripts;

import io.millrace.transcripts.CommandProcess.Result;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A shell in a folder that contains a link to the samples. Commands that begin with {@code
 * millrace} or {@code ./millrace}, possibly after environment variables, are run by a {@link
 * CommandProcess}, Maven by {@link LocalRepository}, all others by bash.
 */
final class Session implements AutoCloseable {

    private static final Pattern MILLRACE =
            Pattern.compile("((?:[A-Z_][A-Z0-9_]*=\\S* +)*)(?:\\./)?millrace(?: (.*))?");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)");

    private final Path folder;
    private final Path samples;
    private final Map<Map<String, String>, CommandProcess> processes = new HashMap<>();
    private final List<ServerInBackground> servers = new ArrayList<>();
    private LocalRepository repository;
    private int lastCode;

    Session(Path folder, Path samples) throws IOException {
        this.folder = Files.createDirectory(folder);
        this.samples = samples.toAbsolutePath();
        clear();
    }

    /** Removes all files, except the link to the samples. */
    void clear() throws IOException {
        endServers();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
        Files.createSymbolicLink(folder.resolve("samples"), samples);
        lastCode = 0;
    }

    void write(Transcript.File file) throws IOException {
        Path path = folder.resolve(file.name()).normalize();
        Files.createDirectories(path.getParent());
        if (file.appended()) {
            Files.writeString(path, file.content(), StandardOpenOption.APPEND);
        } else {
            Files.writeString(path, file.content());
        }
    }

    /**
     * Runs a command and returns its output, in lines. The absolute path of the folder is replaced
     * by {@code $PWD}.
     */
    List<String> run(String command) throws IOException, InterruptedException {
        if (command.equals("echo $?")) {
            List<String> code = List.of(String.valueOf(lastCode));
            lastCode = 0;
            return code;
        }
        Matcher millrace = MILLRACE.matcher(command);
        Result result =
                millrace.matches()
                        ? millrace(millrace)
                        : command.startsWith("mvn ") ? maven(command) : bash(command);
        lastCode = result.code();
        String output =
                result.output()
                        .replaceAll("\u001B\\[[0-9;]*m", "") // colours of Maven
                        .replace(folder.toString(), "$PWD")
                        .stripTrailing();
        return output.isEmpty() ? List.of() : output.lines().map(String::stripTrailing).toList();
    }

    /** Exit code of the last command; 0 after it was printed. */
    int lastCode() {
        return lastCode;
    }

    private Result millrace(Matcher command) throws IOException {
        Map<String, String> environment = new HashMap<>();
        String text = command.group(2) == null ? "" : command.group(2);
        if (text.startsWith("server ") && text.endsWith(" &")) {
            ServerInBackground server =
                    ServerInBackground.start(
                            folder, words(text.substring(0, text.length() - " &".length())));
            servers.add(server);
            return new Result(0, server.output());
        }
        for (String variable : words(command.group(1))) {
            String[] pair = variable.split("=", 2);
            environment.put(pair[0], pair[1]);
        }
        CommandProcess process = processes.get(environment);
        if (process == null) {
            process = new CommandProcess(folder, environment);
            processes.put(environment, process);
        }
        return process.run(words(text));
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int end = -1;
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            String part =
                    Stream.of(1, 2, 3).map(word::group).filter(g -> g != null).findFirst().get();
            if (word.start() == end) {
                words.add(words.removeLast() + part);
            } else {
                words.add(part);
            }
            end = word.end();
        }
        return words;
    }

    private Result maven(String command) throws IOException, InterruptedException {
        if (repository == null) {
            repository =
                    LocalRepository.create(folder.resolveSibling(folder.getFileName() + "-m2"));
        }
        return command.equals(LocalRepository.INSTALL)
                ? new Result(0, repository.install())
                : bash(repository.offline(command));
    }

    private Result bash(String command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true);
        builder.environment().putAll(ofTheJdk());
        Process bash = builder.start();
        bash.getOutputStream().close();
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(bash.waitFor(), output);
    }

    /** Environment in which commands and Maven use the JDK of the tests. */
    private static Map<String, String> ofTheJdk() {
        String home = System.getProperty("java.home");
        return Map.of(
                "JAVA_HOME",
                home,
                "PATH",
                Path.of(home, "bin") + File.pathSeparator + System.getenv("PATH"),
                "MAVEN_OPTS",
                "--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
                        + " -XX:TieredStopAtLevel=1");
    }

    private void endServers() {
        servers.forEach(ServerInBackground::close);
        servers.clear();
    }

    @Override
    public void close() {
        endServers();
        processes.values().forEach(CommandProcess::close);
    }
}
