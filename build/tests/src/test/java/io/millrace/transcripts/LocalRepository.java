package io.millrace.transcripts;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A local repository of Maven that contains what the build has downloaded, but no module of
 * Millrace. Downloaded artifacts are links, so nothing is copied or fetched.
 */
final class LocalRepository {

    /** Command that installs Millrace. */
    static final String INSTALL = "mvn -DskipTests install";

    private static final Path ROOT = Path.of(System.getProperty("millrace.root"));
    private static final List<String> MODULES =
            List.of("engine", "parsers", "models", "nodes", "flows", "store");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>millrace</artifactId>\\s*<version>([^<]+)</");

    private final Path folder;

    private LocalRepository(Path folder) {
        this.folder = folder;
    }

    static LocalRepository create(Path folder) throws IOException {
        Path downloaded = downloaded();
        link(downloaded, folder, "io");
        link(downloaded.resolve("io"), folder.resolve("io"), "millrace");
        return new LocalRepository(folder);
    }

    /** Returns the repository of the build. Surefire sets the property. */
    private static Path downloaded() {
        String standard = Path.of(System.getProperty("user.home"), ".m2/repository").toString();
        return Path.of(System.getProperty("localRepository", standard));
    }

    private static void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                if (!file.endsWith(except)) {
                    Files.createSymbolicLink(to.resolve(file.getFileName()), file);
                }
            }
        }
    }

    /** Returns a command of Maven with the options that make it use this repository only. */
    String offline(String command) {
        return command.replaceFirst(
                "mvn ", "mvn -o -B -Dstyle.color=never -Dmaven.repo.local=" + folder + " ");
    }

    /** Installs all modules and returns what Maven prints at the end. */
    String install() throws IOException {
        Matcher project = VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")));
        if (!project.find()) {
            throw new IllegalStateException("pom.xml has no version of Millrace");
        }
        String version = project.group(1);
        pom("millrace", version, ROOT);
        pom("millrace-bom", version, ROOT.resolve("build/bom"));
        for (String module : MODULES) {
            pom("millrace-" + module, version, ROOT.resolve(module));
            jar(ROOT.resolve(module), target("millrace-" + module, version, ".jar"));
        }
        return "[INFO] BUILD SUCCESS";
    }

    private void pom(String artifact, String version, Path module) throws IOException {
        Files.copy(
                module.resolve("pom.xml"),
                target(artifact, version, ".pom"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private Path target(String artifact, String version, String extension) throws IOException {
        Path target = folder.resolve("io/millrace").resolve(artifact).resolve(version);
        Files.createDirectories(target);
        return target.resolve(artifact + "-" + version + extension);
    }

    /** Writes the classes and resources of a module to a jar. */
    private static void jar(Path module, Path jar) throws IOException {
        Map<String, Path> entries = new TreeMap<>();
        List<FileSystem> opened = new ArrayList<>();
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (String name : packages(module.resolve("src/main/java"))) {
                classes(name, entries, opened);
            }
            Path resources = module.resolve("src/main/resources");
            for (Path resource : files(resources)) {
                entries.put(resources.relativize(resource).toString(), resource);
            }
            for (Map.Entry<String, Path> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                Files.copy(entry.getValue(), out);
            }
        } finally {
            for (FileSystem system : opened) {
                system.close();
            }
        }
    }

    /** Adds the classes of a package, wherever the class path has them. */
    private static void classes(String name, Map<String, Path> entries, List<FileSystem> opened)
            throws IOException {
        for (URL url : LocalRepository.class.getClassLoader().resources(name).toList()) {
            Path folder;
            if (url.getProtocol().equals("jar")) {
                FileSystem system =
                        FileSystems.newFileSystem(
                                Path.of(URI.create(url.getPath().replaceFirst("!.*", ""))));
                opened.add(system);
                folder = system.getPath(name);
            } else {
                folder = Path.of(URI.create(url.toString()));
            }
            try (Stream<Path> classes = Files.list(folder)) {
                classes.filter(c -> c.toString().endsWith(".class"))
                        .forEach(c -> entries.put(name + "/" + c.getFileName(), c));
            }
        }
    }

    private static List<String> packages(Path sources) throws IOException {
        return files(sources).stream()
                .map(file -> sources.relativize(file.getParent()).toString())
                .distinct()
                .toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
