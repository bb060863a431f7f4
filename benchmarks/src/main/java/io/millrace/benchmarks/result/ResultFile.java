package io.millrace.benchmarks.result;

import com.fasterxml.jackson.annotation.JsonInclude;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads and writes {@link RunResult}s as JSON. */
public final class ResultFile {

    /**
     * Mapper for result files in JSON. Null values are omitted and unknown properties are rejected.
     */
    public static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .changeDefaultPropertyInclusion(
                            all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .build();

    private ResultFile() {}

    /**
     * Reads a file.
     *
     * @throws MillraceException with FILE_UNREADABLE if the file cannot be read; with USAGE if the
     *     file is not a result file of this format
     */
    public static RunResult read(Path file) {
        try {
            return JSON.readValue(Files.readString(file), RunResult.class);
        } catch (NoSuchFileException e) {
            throw new MillraceException(ErrorCode.FILE_UNREADABLE, file + " does not exist");
        } catch (IOException e) {
            throw new MillraceException(ErrorCode.FILE_UNREADABLE, file + ": " + e.getMessage());
        } catch (JacksonException e) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "%s is not a result file of './millrace bench': %s"
                            .formatted(file, e.getOriginalMessage()));
        }
    }

    /** Writes a run. */
    public static void write(RunResult result, Path file) {
        write(JSON.writeValueAsString(result) + "\n", file);
    }

    /** Writes a file and creates missing folders. Replaces an existing file. */
    public static void write(String text, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE, "cannot write " + file + ": " + e.getMessage());
        }
    }
}
