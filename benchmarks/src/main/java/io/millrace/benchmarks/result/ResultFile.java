package io.millrace.benchmarks.result;

import com.fasterxml.jackson.annotation.JsonInclude;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads and writes {@link RunResult}s as JSON, with the number of the format. */
public final class ResultFile {

    private static final String FORMAT_KEY = "format";
    private static final String FORMAT = "millrace-bench-1";
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .changeDefaultPropertyInclusion(
                            all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .build();

    private ResultFile() {}

    /**
     * @throws MillraceException with FILE_UNREADABLE where there is no such file; with USAGE where
     *     it is not a result file of this format
     */
    public static RunResult read(Path file) {
        try {
            return parse(Files.readString(file), file.toString());
        } catch (IOException e) {
            String why =
                    e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
            throw new MillraceException(ErrorCode.FILE_UNREADABLE, file + ": " + why);
        }
    }

    /** Reads a text; {@code name} is for messages. */
    static RunResult parse(String text, String name) {
        try {
            JsonNode json = JSON.readTree(text);
            String format = json.path(FORMAT_KEY).asString("");
            if (!format.equals(FORMAT) || !(json instanceof ObjectNode object)) {
                throw wrong(name, "its format is '" + format + "', expected '" + FORMAT + "'");
            }
            object.remove(FORMAT_KEY);
            return JSON.treeToValue(object, RunResult.class);
        } catch (JacksonException e) {
            throw wrong(name, e.getOriginalMessage());
        }
    }

    private static MillraceException wrong(String name, String why) {
        return new MillraceException(
                ErrorCode.USAGE, name + " is not a result file of './millrace bench': " + why);
    }

    /** Writes a file, in place of one that is there; its folders are made. */
    public static void write(RunResult result, Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            Files.writeString(file, text(result));
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE, file + " cannot be written: " + e.getMessage());
        }
    }

    static String text(RunResult result) {
        ObjectNode json = JSON.createObjectNode().put(FORMAT_KEY, FORMAT);
        json.setAll((ObjectNode) JSON.valueToTree(result));
        return JSON.writeValueAsString(json) + "\n";
    }
}
