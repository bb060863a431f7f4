package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Source;
import io.millrace.server.console.Console;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A reader of whole files named on the command line. Throws FILE_UNREADABLE if a file cannot be
 * read.
 */
final class TextFile {

    /** Suffixes of files that import-model reads. */
    private static final List<String> OTHER_MODELS =
            List.of(".cpy", ".cbl", ".cob", ".copy", ".h", ".hpp", ".xsd", ".mxsd");

    private TextFile() {}

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE, "the file " + file + " does not exist");
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }

    /** Returns a file decoded as UTF-8, or as Latin-1 if it is not valid UTF-8. */
    static String read(Path file) {
        byte[] bytes = bytes(file);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /**
     * Returns a model file as a source. Rejects files whose suffix shows that they contain another
     * language.
     *
     * @param parameter name of the parameter or option that specifies the file
     */
    static Source model(String parameter, Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (OTHER_MODELS.stream().anyMatch(name::endsWith)) {
            throw Usage.wrong(
                    parameter,
                    "must be a model file *.model.yaml (found "
                            + file
                            + "); create one with import-model");
        }
        boolean isOther =
                name.endsWith("flow.yaml") || name.endsWith(".esql") || Files.isDirectory(file);
        if (isOther) {
            throw Usage.wrong(
                    parameter,
                    "must be a model file *.model.yaml (found "
                            + (Files.isDirectory(file) ? "the folder " : "")
                            + file
                            + ")");
        }
        return new Source(file.toString(), read(file));
    }

    /**
     * Checks that the output file of an option does not exist and its folder exists. Null means
     * that there is no output file.
     */
    static void checkNew(Path output) {
        if (output != null && Files.exists(output)) {
            throw Usage.wrong("--output", "must be a new file (found " + output + ")");
        }
        Path folder = output == null ? null : output.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw Usage.wrong(
                    "--output",
                    "must be in a folder that exists (found "
                            + output
                            + ", but the folder "
                            + folder
                            + " does not exist)");
        }
    }

    /** Writes a string to a file, or prints it if the file is null. */
    static void write(Path output, String text, Console console) {
        if (output == null) {
            console.out().print(text);
            console.out().flush();
        } else {
            try {
                Files.writeString(output, text);
            } catch (IOException e) {
                throw FileErrors.unwritable(output, e);
            }
            console.report("written: " + output);
        }
    }
}
