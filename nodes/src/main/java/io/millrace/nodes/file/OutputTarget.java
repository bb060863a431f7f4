package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;

/** The choice of an output file. Paths from messages cannot leave the configured folder. */
final class OutputTarget {

    static final String TRANSIT = "mqsitransit";
    static final String ARCHIVE = "mqsiarchive";

    private static final Set<String> RESERVED = Set.of(".", "..", TRANSIT, ARCHIVE);

    /** Maximum length of a name in bytes, so that the prefix of a staged file has room. */
    private static final int MAX_NAME = 200;

    private OutputTarget() {}

    /**
     * Returns the file of a message.
     *
     * @throws MillraceException with FILE_REFUSED, DESTINATION_MISSING or FILE_NODE
     */
    static Path of(Element localEnvironment, FileOutputSettings settings) {
        Element file = localEnvironment.at("Destination", "File");
        String name = file == null ? null : file.textOf("Name");
        if (name == null || name.isBlank()) {
            name = fromPattern(localEnvironment, settings.filename());
        }
        String valid = checked(name);
        Path folder = folder(file, settings.directory());
        if (!folder.equals(settings.directory())) {
            try {
                Files.createDirectories(folder);
            } catch (IOException e) {
                throw unusable(folder, e);
            }
        }
        return folder.resolve(valid);
    }

    /**
     * Returns a file name from a message.
     *
     * @throws MillraceException with FILE_REFUSED if it is not a name
     */
    static String checked(String name) {
        String problem = problem(name);
        if (!problem.isEmpty()) {
            throw refused("the file name '" + name + "' is invalid: " + problem);
        }
        return name;
    }

    private static String fromPattern(Element localEnvironment, String pattern) {
        if (pattern.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.DESTINATION_MISSING,
                    "the message has no file name; set outputFilename or"
                            + " LocalEnvironment.Destination.File.Name");
        }
        if (pattern.indexOf('*') < 0) {
            return pattern;
        }
        Element wildcard = localEnvironment.child("Wildcard");
        String match = wildcard == null ? null : wildcard.textOf("WildcardMatch");
        if (match == null) {
            throw new MillraceException(
                    ErrorCode.DESTINATION_MISSING,
                    "outputFilename contains *, but LocalEnvironment.Wildcard.WildcardMatch is not"
                            + " set; set it, as a FileInput node does, or set a name without *");
        }
        return pattern.replace("*", match);
    }

    /** Returns the reason why a string is not a valid file name; empty if the string is valid. */
    static String problem(String name) {
        if (RESERVED.contains(name)) {
            return "this name is reserved";
        }
        if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
            return "a name cannot contain a path";
        }
        if (name.chars().anyMatch(c -> c < ' ')) {
            return "a name cannot contain control characters";
        }
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        return bytes > MAX_NAME ? "it has " + bytes + " bytes; the maximum is " + MAX_NAME : "";
    }

    /**
     * Returns the folder of a message, which can be missing.
     *
     * @param file LocalEnvironment.Destination.File; null if it does not exist
     * @throws MillraceException with FILE_REFUSED if it is not within the configured folder
     */
    static Path folder(Element file, Path configured) {
        String wanted = file == null ? null : file.textOf("Directory");
        if (wanted == null || wanted.isBlank()) {
            return configured;
        }
        if (wanted.chars().anyMatch(c -> c < ' ')) {
            throw refused("the folder '" + wanted + "' contains control characters");
        }
        if (wanted.indexOf('\\') >= 0 && File.separatorChar != '\\') {
            throw refused(
                    "the folder '"
                            + wanted
                            + "' is a path of Windows; write a path of this machine, with /");
        }
        try {
            Path folder = configured.resolve(wanted.strip()).normalize();
            if (!folder.startsWith(configured)) {
                throw outside(wanted, configured);
            }
            Path existing = folder;
            while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS)
                    && !existing.equals(configured)) {
                existing = existing.getParent();
            }
            if (!existing.toRealPath().startsWith(configured.toRealPath())) {
                throw outside(wanted, configured);
            }
            return folder;
        } catch (InvalidPathException e) {
            throw refused("the folder '" + wanted + "' is not a path: " + e.getReason());
        } catch (IOException e) {
            throw unusable(configured.resolve(wanted), e);
        }
    }

    private static MillraceException outside(String wanted, Path configured) {
        return refused(
                "the folder '%s' in LocalEnvironment.Destination.File.Directory is not within outputDirectory, %s"
                        .formatted(wanted, configured));
    }

    private static MillraceException refused(String text) {
        return new MillraceException(ErrorCode.FILE_REFUSED, text);
    }

    static MillraceException unusable(Path file, IOException cause) {
        Path folder = file.getParent();
        boolean isMissing = cause instanceof NoSuchFileException && !Files.exists(folder);
        String why =
                isMissing
                        ? "the folder does not exist; create it, or correct outputDirectory"
                        : FileErrors.reason(cause);
        return new MillraceException(
                ErrorCode.FILE_NODE,
                "the output file " + file + " cannot be written: " + why,
                cause);
    }
}
