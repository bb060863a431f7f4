package io.millrace.engine.database;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A password that is read when it is needed and never printed. Comes from the environment or a
 * file; a literal one is for tests and embedders. Safe to use from several threads.
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
     * The value of an environment variable; {@link #reveal} throws NO_CREDENTIALS where it is not
     * set.
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
     * The first line of a UTF-8 file; {@link #reveal} throws NO_CREDENTIALS where it cannot be
     * read.
     */
    public static Secret file(Path file) {
        return new Secret(
                () -> {
                    try {
                        return Files.readString(file).lines().findFirst().orElse("").strip();
                    } catch (IOException e) {
                        throw new MillraceException(
                                ErrorCode.NO_CREDENTIALS,
                                "the password file " + file + " cannot be read: " + e.getMessage(),
                                e);
                    }
                });
    }

    /**
     * A URL as it may be printed: with three asterisks where it has a password. Null stays null.
     */
    public static String masked(String url) {
        return url == null
                ? null
                : url.replaceAll("(?i)((?:password|passwd|pwd)=)[^&;]*", "$1***")
                        .replaceAll("(//[^/@:]*:)[^/@]*@", "$1***@");
    }

    /** The password itself: hand it to whom it is for, and keep it nowhere. */
    public String reveal() {
        return source.get();
    }

    @Override
    public String toString() {
        return "(secret)";
    }
}
