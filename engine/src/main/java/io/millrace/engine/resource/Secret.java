package io.millrace.engine.resource;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.SensitiveText;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A password that is read when it is needed and never printed. It comes from the environment or a
 * file; literal passwords are for tests and embedding programs. Safe for use by several threads.
 */
public final class Secret {

    /** No password. */
    public static final Secret NONE = new Secret(() -> "");

    private final Supplier<String> source;

    private Secret(Supplier<String> source) {
        this.source = source;
    }

    public static Secret of(String text) {
        Objects.requireNonNull(text);
        return new Secret(() -> text);
    }

    /**
     * Returns the value of an environment variable as a secret. {@link #reveal} fails with
     * NO_CREDENTIALS if the variable is not set.
     */
    public static Secret environment(String variable) {
        return new Secret(
                () -> {
                    String value = System.getenv(variable);
                    if (value == null) {
                        throw new MillraceException(
                                ErrorCode.NO_CREDENTIALS,
                                "the environment variable " + variable + " is not set");
                    }
                    return value;
                });
    }

    /**
     * Returns the first line of a UTF-8 file as a secret. {@link #reveal} fails with NO_CREDENTIALS
     * if the file cannot be read or its first line is empty.
     */
    public static Secret file(Path file) {
        return new Secret(
                () -> {
                    try {
                        return firstLine(file);
                    } catch (NoSuchFileException e) {
                        throw new MillraceException(
                                ErrorCode.NO_CREDENTIALS,
                                "the password file " + file + " does not exist",
                                e);
                    } catch (IOException e) {
                        throw new MillraceException(
                                ErrorCode.NO_CREDENTIALS,
                                "the password file "
                                        + file
                                        + " cannot be read: "
                                        + FileErrors.reason(e),
                                e);
                    }
                });
    }

    private static String firstLine(Path file) throws IOException {
        String text = Files.readString(file);
        // Editors of Windows begin a file with a byte order mark.
        String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
        String line = content.lines().findFirst().orElse("").strip();
        if (line.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.NO_CREDENTIALS,
                    "the first line of the password file "
                            + file
                            + " is empty; write the password in it");
        }
        return line;
    }

    /**
     * Returns a URL for output. Asterisks replace the password, also after a misspelled key.
     * Returns null for null.
     */
    public static @Nullable String masked(@Nullable String url) {
        return url == null ? null : SensitiveText.maskedUrl(url);
    }

    /**
     * Returns the password. The caller must pass the secret on immediately and must not store it.
     */
    public String reveal() {
        return source.get();
    }

    /**
     * Returns the password like {@link #reveal()}.
     *
     * @param owner owner of the password, which an exception names
     */
    public String reveal(String owner) {
        try {
            return source.get();
        } catch (MillraceException e) {
            throw new MillraceException(
                    e.code(), "the password of " + owner + " is missing: " + e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "(secret)";
    }
}
