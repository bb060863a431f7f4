package io.millrace.models;

import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.Source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A finder of files that an imported file includes. Importers request a file by the location
 * specified in the including file. No file is read from a network.
 */
@FunctionalInterface
public interface NearbyFiles {

    /** Maximum size of a file in bytes. Larger files are not read. */
    int MAX_BYTES = 16 << 20;

    /** No files except the first. */
    NearbyFiles NONE = (from, location) -> Optional.empty();

    /**
     * Finds a file.
     *
     * @param from file that contains the reference; the file name is a path
     * @param location path as written in that file
     * @return file; empty if the file does not exist or must not be read
     */
    Optional<Source> find(Source from, String location);

    /**
     * Returns a finder of files below the parent of the folder that contains the including file.
     *
     * @param endings file name suffixes, in lower case with their dots; other files are not read
     */
    static NearbyFiles around(List<Path> files, Set<String> endings) {
        var folders = new ArrayList<Path>();
        for (Path file : files) {
            Path folder = file.toAbsolutePath().normalize().getParent();
            boolean isTop = folder == null || folder.getParent() == null;
            folders.add(isTop ? folder : folder.getParent());
        }
        return within(folders, endings);
    }

    /**
     * Returns a finder of files in folders and their subfolders. Paths are relative to the folder
     * of the file that contains the reference. Paths with {@code ..} and symbolic links cannot lead
     * outside the folders.
     *
     * @param endings file name suffixes, in lower case with their dots; other files are not read
     */
    static NearbyFiles within(List<Path> folders, Set<String> endings) {
        Set<String> allowed = Set.copyOf(endings);
        List<Path> roots = List.copyOf(folders);
        return (from, location) -> {
            String small = location.toLowerCase(Locale.ROOT);
            if (allowed.stream().noneMatch(small::endsWith)
                    || location.contains("://")
                    || location.startsWith("//")) {
                return Optional.empty();
            }
            try {
                Path named = Path.of(location);
                Path file = Path.of(from.name()).resolveSibling(named).normalize();
                boolean readable =
                        !named.isAbsolute()
                                && Files.isRegularFile(file)
                                && Files.size(file) <= MAX_BYTES
                                && isWithin(roots, file.toRealPath());
                return readable
                        ? Optional.of(new Source(file.toString(), text(Files.readAllBytes(file))))
                        : Optional.empty();
            } catch (InvalidPathException | IOException e) {
                return Optional.empty();
            }
        };
    }

    private static boolean isWithin(List<Path> roots, Path file) throws IOException {
        for (Path root : roots) {
            if (file.startsWith(root.toRealPath())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the text of a file. The byte order mark or the XML declaration specifies the
     * encoding. Otherwise, the encoding is UTF-8, or Latin-1 if the file is not valid UTF-8.
     */
    static String text(byte[] bytes) {
        int most = min(bytes.length, 200);
        Charset charset = charset(new String(bytes, 0, most, ISO_8859_1));
        String text = new String(bytes, charset);
        if (charset.equals(UTF_8)) {
            try {
                text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            } catch (CharacterCodingException e) {
                return new String(bytes, ISO_8859_1);
            }
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /**
     * Returns the character set that the beginning of a file specifies; UTF-8 if it specifies no
     * known character set.
     */
    private static Charset charset(String head) {
        if (head.startsWith("\u00FE\u00FF") || head.startsWith("\0<")) {
            return StandardCharsets.UTF_16BE;
        }
        if (head.startsWith("\u00FF\u00FE") || head.startsWith("<\0")) {
            return StandardCharsets.UTF_16LE;
        }
        Matcher m = Pattern.compile("^<\\?xml[^>]*encoding=[\"'](\\w[\\w.-]*)[\"']").matcher(head);
        return m.find() && Charset.isSupported(m.group(1)) ? Charset.forName(m.group(1)) : UTF_8;
    }
}
