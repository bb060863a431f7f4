package io.millrace.projects.java;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.workspace.ProjectFile;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * A reader of the jars of projects and compiler of their Java sources. Annotation processors of the
 * jars are not run. Sources that use the Java API of the product, and sources that depend on them,
 * are not compiled.
 */
public final class JavaCompiler {

    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");
    private static final Pattern PRODUCT =
            Pattern.compile("\\b" + Pattern.quote(JavaClasses.PRODUCT_PACKAGES));

    /**
     * Maximum number of compilations: sources that depend on excluded sources are excluded, too.
     */
    private static final int MAX_ROUNDS = 8;

    private static final long MAX_CLASS_BYTES = 256L << 20;

    /** Fixed time of all entries, so that the same sources result in the same jar. */
    private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    private final Problems problems;
    private final Map<String, byte[]> jars = new TreeMap<>();
    private final Map<String, byte[]> classes = new LinkedHashMap<>();
    private final Map<String, String> missing = new TreeMap<>();
    private long classBytes;

    private JavaCompiler(Problems problems) {
        this.problems = problems;
    }

    /**
     * Returns the classes of an application.
     *
     * @param projects application, followed by the projects to which it refers
     * @param problems receiver of jars that cannot be read and sources that cannot be compiled
     */
    public static JavaClasses compile(List<Project> projects, Problems problems) {
        JavaCompiler compiler = new JavaCompiler(problems);
        Map<String, Text> sources = new LinkedHashMap<>();
        for (Project project : projects) {
            project.withSuffix(".jar").forEach(compiler::jar);
            for (ProjectFile file : project.withSuffix(".java")) {
                Source source = file.source(problems);
                if (source != null) {
                    Text text = new Text(file, source);
                    sources.putIfAbsent(text.className(), text);
                }
            }
        }
        if (!sources.isEmpty()) {
            compiler.sources(sources, projects.getFirst().name());
        }
        return new JavaClasses(compiler.jars, compiler.classes, compiler.missing);
    }

    /** A source in memory. */
    private static final class Text extends SimpleJavaFileObject {

        private final Source source;
        private final String className;

        Text(ProjectFile file, Source source) {
            super(URI.create("string:///" + encoded(file.path())), Kind.SOURCE);
            this.source = source;
            Matcher matcher = PACKAGE.matcher(source.text());
            String simple = file.name().substring(0, file.name().length() - ".java".length());
            className = matcher.find() ? matcher.group(1) + "." + simple : simple;
        }

        private static String encoded(String path) {
            return path.replaceAll("[^A-Za-z0-9_/.$-]", "_");
        }

        String className() {
            return className;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source.text();
        }
    }

    /** The bytes of a compiled class. */
    private static final class Compiled extends SimpleJavaFileObject {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Compiled(String className) {
            super(
                    URI.create("bytes:///" + className.replace('.', '/') + Kind.CLASS.extension),
                    Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private void jar(ProjectFile file) {
        byte[] bytes = file.bytes(problems);
        if (bytes == null) {
            return;
        }
        byte[] other = jars.putIfAbsent(file.name(), bytes);
        if (other != null) {
            if (!Arrays.equals(other, bytes)) {
                problems.warning(
                        ErrorCode.DUPLICATE_NAME,
                        Place.of(file.shown()),
                        "another project has a different jar %s, which is used"
                                .formatted(file.name()),
                        "rename or remove one of them");
            }
            return;
        }
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                if (e.getName().endsWith(".class") && !e.getName().startsWith("META-INF")) {
                    byte[] content = zip.readNBytes((int) (MAX_CLASS_BYTES - classBytes) + 1);
                    classBytes += content.length;
                    if (classBytes > MAX_CLASS_BYTES) {
                        throw new IOException(
                                "the classes of all jars exceed "
                                        + (MAX_CLASS_BYTES >> 20)
                                        + " MiB");
                    }
                    classes.putIfAbsent(className(e.getName()), content);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            jars.remove(file.name());
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    Place.of(file.shown()),
                    "it cannot be read as a jar: "
                            + (e instanceof IOException io
                                    ? FileErrors.reason(io)
                                    : e.getMessage()));
        }
    }

    private static String className(String entry) {
        return entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
    }

    private void sources(Map<String, Text> all, String application) {
        Map<String, Text> sources = new LinkedHashMap<>();
        all.forEach(
                (name, text) -> {
                    if (PRODUCT.matcher(text.source.text()).find()) {
                        missing.put(name, JavaClasses.USES_PRODUCT);
                    } else {
                        sources.put(name, text);
                    }
                });
        javax.tools.JavaCompiler compiler =
                sources.isEmpty() ? null : ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            sources.keySet()
                    .forEach(
                            name ->
                                    missing.put(
                                            name,
                                            "its source is not compiled: use a JDK, or put a jar"
                                                    + " with the class into the project"));
            return;
        }
        try {
            Path folder = Files.createTempDirectory("millrace-jars");
            try {
                Map<String, byte[]> compiled = compiled(compiler, sources, libraries(folder));
                if (!compiled.isEmpty()) {
                    classes.putAll(compiled);
                    jars.put(jarName(application), jarOf(compiled));
                }
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    all.values().iterator().next().source.at(0, 0),
                    "the Java sources cannot be compiled: " + FileErrors.reason(e));
        }
    }

    private String jarName(String application) {
        String base = application.replaceAll("[^\\w.+-]", "-") + "-sources";
        String name = base + ".jar";
        for (int i = 2; jars.containsKey(name); i++) {
            name = base + "-" + i + ".jar";
        }
        return name;
    }

    /** Writes the jars to a folder, because the compiler reads files. */
    private List<Path> libraries(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        for (byte[] jar : jars.values()) {
            files.add(Files.write(folder.resolve(files.size() + ".jar"), jar));
        }
        return files;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /**
     * Compiles the sources. Excludes sources with errors until the remaining sources have no
     * errors.
     */
    private Map<String, byte[]> compiled(
            javax.tools.JavaCompiler compiler, Map<String, Text> sources, List<Path> libraries)
            throws IOException {
        for (int round = 0; round < MAX_ROUNDS && !sources.isEmpty(); round++) {
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            Map<String, Compiled> classFiles = new TreeMap<>();
            try (StandardJavaFileManager standard =
                    compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
                standard.setLocationFromPaths(StandardLocation.CLASS_PATH, libraries);
                standard.setLocationFromPaths(
                        StandardLocation.ANNOTATION_PROCESSOR_PATH, List.of());
                List<String> options =
                        List.of("-proc:none", "-nowarn", "-Xlint:none", "-implicit:none", "-g");
                compiler.getTask(
                                null,
                                new InMemory(standard, classFiles),
                                found,
                                options,
                                null,
                                sources.values())
                        .call();
            }
            if (!exclude(found.getDiagnostics(), sources)) {
                Map<String, byte[]> compiled = new TreeMap<>();
                classFiles.forEach((name, file) -> compiled.put(name, file.bytes.toByteArray()));
                return compiled;
            }
        }
        return Map.of();
    }

    /** Removes the sources with errors. Returns whether any source was removed. */
    private boolean exclude(
            List<Diagnostic<? extends JavaFileObject>> diagnostics, Map<String, Text> sources) {
        boolean excluded = false;
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics) {
            if (diagnostic.getKind() != Diagnostic.Kind.ERROR) {
                continue;
            }
            excluded = true;
            if (!(diagnostic.getSource() instanceof Text text)) {
                sources.keySet().forEach(name -> missing.put(name, line(diagnostic)));
                sources.clear();
                return true;
            }
            if (sources.remove(text.className()) != null) {
                missing.put(text.className(), "its source cannot be compiled");
                problems.warning(
                        ErrorCode.PROJECT_DIFFERENCE,
                        place(text, diagnostic),
                        "the class %s is not available: %s"
                                .formatted(text.className(), line(diagnostic)),
                        "put a jar with the classes that it uses into the project");
            }
        }
        return excluded;
    }

    private static Place place(Text text, Diagnostic<?> diagnostic) {
        int start = (int) Math.max(0, diagnostic.getStartPosition());
        int end = (int) Math.max(start, diagnostic.getEndPosition());
        int length = text.source.text().length();
        return text.source.at(
                Math.min(start, length), Math.min(end, length) - Math.min(start, length));
    }

    private static String line(Diagnostic<?> diagnostic) {
        return diagnostic.getMessage(Locale.ROOT).lines().findFirst().orElse("").strip();
    }

    /** A manager that keeps the class files in memory. */
    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, Compiled> classFiles;

        InMemory(JavaFileManager manager, Map<String, Compiled> classFiles) {
            super(manager);
            this.classFiles = classFiles;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location,
                String className,
                JavaFileObject.Kind kind,
                javax.tools.@Nullable FileObject sibling) {
            Compiled file = new Compiled(className);
            classFiles.put(className, file);
            return file;
        }
    }

    private static byte[] jarOf(Map<String, byte[]> compiled) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : compiled.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey().replace('.', '/') + ".class");
                entry.setTimeLocal(TIME);
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
