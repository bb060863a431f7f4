package io.millrace.flows.library;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The contents of jars in memory. Each name maps to the contents of all jars that contain it, in
 * the order of the jars.
 */
final class Jars {

    /**
     * Maximum unpacked size of all contents together, in bytes. A jar that exceeds it is rejected.
     */
    static final long MAX_BYTES = 512L << 20;

    private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/(\\d{1,4})/(.+)");

    private final Map<String, List<Content>> byName = new LinkedHashMap<>();
    private final long most;
    private long bytes;

    /** A file of a jar. */
    record Content(Path jar, byte[] bytes) {}

    Jars() {
        this(MAX_BYTES);
    }

    /**
     * @param most maximum size of all contents together, in bytes
     */
    Jars(long most) {
        this.most = most;
    }

    /** Adds a jar. For a multi-release jar, adds the files for the running Java version. */
    void read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            read(file, in);
        }
    }

    /** Adds a jar like {@link #read(Path)}. */
    void read(Path file, InputStream in) throws IOException {
        Map<String, byte[]> all = unpacked(file, in);
        boolean multiRelease = isMultiRelease(all.get(JarFile.MANIFEST_NAME));
        Map<String, byte[]> own = new LinkedHashMap<>();
        Map<String, Integer> versions = new LinkedHashMap<>();
        all.forEach((name, content) -> add(name, content, multiRelease, own, versions));
        own.forEach(
                (name, content) ->
                        byName.computeIfAbsent(name, n -> new ArrayList<>(1))
                                .add(new Content(file, content)));
    }

    /**
     * Unpacks a jar. JarInputStream is not used because it reads a manifest of unlimited length.
     */
    private Map<String, byte[]> unpacked(Path file, InputStream in) throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>();
        boolean any = false;
        try (ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                any = true;
                if (!e.isDirectory()) {
                    all.put(e.getName(), content(zip, file));
                }
            }
        }
        if (!any) {
            throw new IOException("it is empty or not a zip file");
        }
        return all;
    }

    private static boolean isMultiRelease(byte[] manifest) throws IOException {
        return manifest != null
                && "true"
                        .equalsIgnoreCase(
                                new Manifest(new ByteArrayInputStream(manifest))
                                        .getMainAttributes()
                                        .getValue(Attributes.Name.MULTI_RELEASE));
    }

    private byte[] content(ZipInputStream zip, Path file) throws IOException {
        byte[] content = zip.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, most - bytes + 1));
        bytes += content.length;
        if (bytes > most) {
            throw new IOException(
                    "with " + file.getFileName() + " the jars exceed " + (most >> 20) + " MiB");
        }
        return content;
    }

    private static void add(
            String name,
            byte[] content,
            boolean multiRelease,
            Map<String, byte[]> own,
            Map<String, Integer> versions) {
        Matcher versioned = VERSIONED.matcher(name);
        boolean special = multiRelease && versioned.matches();
        int version = special ? Integer.parseInt(versioned.group(1)) : 0;
        String plain = special ? versioned.group(2) : name;
        boolean newer = version >= versions.getOrDefault(plain, 0);
        if (newer && version <= Runtime.version().feature()) {
            own.put(plain, content);
            versions.put(plain, version);
        }
    }

    /** Returns all files with a name; empty if there are none. */
    List<Content> find(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /** Returns the names of all classes except nested ones. */
    List<String> classNames() {
        return byName.keySet().stream()
                .filter(n -> n.endsWith(".class") && !n.contains("$") && !n.contains("-"))
                .map(n -> n.substring(0, n.length() - ".class".length()).replace('/', '.'))
                .toList();
    }
}
