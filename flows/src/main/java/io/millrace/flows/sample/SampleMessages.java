package io.millrace.flows.sample;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.application.FileNames;
import io.millrace.flows.application.TextFiles;
import io.millrace.flows.definition.FileSettings;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Substitution;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlNode;

import org.slf4j.Logger;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A reader of sample messages. The bytes of a file are the body. {@code NAME.headers.yaml} next to
 * {@code NAME.xml} (or any other last extension) contains the headers. {@code mqmd} contains the
 * fields of the MQMD, {@code mqrfh2} an MQRFH2. Instead of {@code mqrfh2}, {@code headers} can
 * contain the bytes of all headers. Without such a file, a message of UTF-8 text has the Format
 * MQSTR and CCSID 1208, and any other message has no Format. Safe for use by several threads.
 */
public record SampleMessages(ParserRegistry parsers, Limits limits) {

    /** Suffix of the names of header files. */
    public static final String HEADERS_SUFFIX = ".headers.yaml";

    private static final Logger LOG = EventLog.of(SampleMessages.class);

    private static final List<String> SIMILAR_SUFFIXES =
            List.of(".header.yaml", ".headers.yml", ".header.yml", ".headers");

    private static final Pattern NO_DIGIT = Pattern.compile("[^0-9A-Fa-f]");

    /**
     * Returns the messages of a folder, sorted by name. Subfolders, hidden files and header files
     * are skipped.
     *
     * @param path folder, or a single file, which is then the only element of the result
     * @throws ProblemsException with FILE_UNREADABLE, also if the folder has no message
     */
    public static List<Path> list(Path path) {
        if (Files.isRegularFile(path)) {
            if (path.toString().endsWith(HEADERS_SUFFIX)) {
                throw unreadable(
                        path, "the file contains the headers of a message; specify its body");
            }
            return List.of(path);
        }
        List<Path> messages;
        try (Stream<Path> files = Files.list(path)) {
            messages =
                    files.filter(Files::isRegularFile)
                            .filter(f -> !f.getFileName().toString().startsWith("."))
                            .filter(f -> !f.getFileName().toString().endsWith(HEADERS_SUFFIX))
                            .sorted()
                            .toList();
        } catch (NoSuchFileException e) {
            Problems problems = new Problems();
            FileNames.reportMissing(path, "", problems);
            throw new ProblemsException(problems.all());
        } catch (IOException e) {
            throw unreadable(path, "it cannot be read: " + FileErrors.reason(e));
        }
        if (messages.isEmpty()) {
            throw unreadable(path, "the folder contains no message; subfolders are not read");
        }
        return messages;
    }

    /**
     * Reads a message with its headers.
     *
     * @throws ProblemsException with all errors in its files
     */
    public QueueMessage read(Path file) {
        Problems problems = new Problems();
        Section headers = headers(file, problems);
        Bytes body = body(file);
        QueueMessage message = message(body, headers, problems);
        problems.throwIfErrors();
        problems.all().forEach(w -> LOG.warn("{} {}: {}", w.code().id(), w.place(), w.text()));
        return message;
    }

    /** Returns the bytes of a file. Throws FILE_UNREADABLE. */
    public Bytes body(Path file) {
        try {
            if (Files.size(file) > limits.messageBytes()) {
                throw unreadable(
                        file,
                        "it has "
                                + Files.size(file)
                                + " bytes; the limit messageBytes is "
                                + limits.messageBytes());
            }
            return Bytes.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw unreadable(file, "the file does not exist");
        } catch (IOException e) {
            throw unreadable(file, "it cannot be read: " + FileErrors.reason(e));
        }
    }

    /** Reports the problems of all header files of a folder; none if the folder does not exist. */
    public static void check(Path folder, Problems problems) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        SampleMessages samples =
                new SampleMessages(
                        ParserRegistry.load(SampleMessages.class.getClassLoader()),
                        Limits.DEFAULTS);
        Set<Path> used = new HashSet<>();
        List<Path> messages = List.of();
        try {
            messages = list(folder);
        } catch (ProblemsException empty) {
            // A folder without messages is not an error of the application.
        }
        for (Path message : messages) {
            used.add(headersOf(message));
            if (Files.exists(headersOf(message))) {
                samples.message(Bytes.EMPTY, samples.headers(message, problems), problems);
            } else {
                checkName(message, headersOf(message), problems);
                used.add(message.resolveSibling(message.getFileName() + HEADERS_SUFFIX));
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(f -> f.toString().endsWith(HEADERS_SUFFIX))
                    .filter(f -> !used.contains(f))
                    .sorted()
                    .forEach(f -> unused(f, problems));
        } catch (IOException e) {
            throw unreadable(folder, "it cannot be read: " + FileErrors.reason(e));
        }
    }

    private static void unused(Path headers, Problems problems) {
        String name = headers.getFileName().toString();
        String message = name.substring(0, name.length() - HEADERS_SUFFIX.length());
        problems.warning(
                ErrorCode.FILE_NAME,
                Place.of(headers.toString()),
                "this file is ignored: the folder has no message "
                        + message
                        + " or "
                        + message
                        + ".*",
                "give it the name of a message without its last extension, or remove it");
    }

    /** Whether a message has a header file. */
    public static boolean hasHeaders(Path message) {
        return Files.isRegularFile(headersOf(message));
    }

    /** Returns the path of the header file of a message. */
    static Path headersOf(Path message) {
        String name = message.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return message.resolveSibling((dot <= 0 ? name : name.substring(0, dot)) + HEADERS_SUFFIX);
    }

    /**
     * Writes a message to two new files: its body, and its headers as {@code NAME.headers.yaml}.
     * {@link #read} returns the same message. If one of the files exists, writes nothing.
     *
     * @throws IOException for example FileAlreadyExistsException
     */
    public void write(Path file, QueueMessage message) throws IOException {
        MessageYaml yaml = MessageYaml.of(message, new MessageAssembler(parsers, limits));
        Path headers = headersOf(file);
        Files.writeString(headers, yaml.headers("", false), StandardOpenOption.CREATE_NEW);
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            out.write(yaml.body().array(), yaml.body().start(), yaml.body().length());
        } catch (IOException e) {
            Files.delete(headers);
            throw e;
        }
    }

    /**
     * Returns the content of the header file of a message; a section without keys if the file does
     * not exist.
     */
    public Section headers(Path message, Problems problems) {
        Path file = headersOf(message);
        checkName(message, file, problems);
        Source source =
                Files.exists(file)
                        ? TextFiles.read(file, problems)
                        : new Source(file.toString(), "");
        YamlNode document = source == null ? null : Yaml.read(source, problems);
        return Section.of(
                document == null ? Yaml.read(new Source(file.toString(), ""), problems) : document,
                FileSettings.HEADERS,
                Substitution.NONE,
                problems);
    }

    /** Reports a header file that is ignored because of its name. */
    private static void checkName(Path message, Path expected, Problems problems) {
        String name = expected.getFileName().toString();
        String base = name.substring(0, name.length() - HEADERS_SUFFIX.length());
        Stream.concat(
                        Stream.of(message.getFileName() + HEADERS_SUFFIX),
                        SIMILAR_SUFFIXES.stream().map(suffix -> base + suffix))
                .map(message::resolveSibling)
                .filter(other -> !other.equals(expected) && Files.exists(other))
                .forEach(ignored -> reportIgnored(message, ignored, expected, problems));
    }

    private static void reportIgnored(
            Path message, Path ignored, Path expected, Problems problems) {
        problems.error(
                ErrorCode.FILE_NAME,
                Place.of(ignored.toString()),
                "this file is ignored: the headers of "
                        + message.getFileName()
                        + " are read from "
                        + expected.getFileName(),
                "rename it to " + expected.getFileName());
    }

    /**
     * Builds a message from its body and headers.
     *
     * @param headers mapping with {@code mqmd}, and {@code mqrfh2} or {@code headers}; all can be
     *     missing
     */
    public QueueMessage message(Bytes body, Section headers, Problems problems) {
        return new SampleHeaders(headers, parsers, limits, problems).message(body);
    }

    /**
     * Returns the bytes of a hexadecimal string. Blanks are ignored.
     *
     * @throws IllegalArgumentException with the rule that the string breaks
     */
    public static Bytes hex(String text) {
        String digits = text.replaceAll("\\s", "");
        Matcher other = NO_DIGIT.matcher(digits);
        String found =
                other.find()
                        ? "'" + other.group() + "'"
                        : digits.length() % 2 != 0 ? digits.length() + " digits" : null;
        if (found != null) {
            throw new IllegalArgumentException(
                    "must have two hexadecimal digits per byte (found " + found + ")");
        }
        return Bytes.of(HexFormat.of().parseHex(digits));
    }

    private static ProblemsException unreadable(Path file, String text) {
        Problems problems = new Problems();
        problems.error(ErrorCode.FILE_UNREADABLE, Place.of(file.toString()), text);
        return new ProblemsException(problems.all());
    }
}
