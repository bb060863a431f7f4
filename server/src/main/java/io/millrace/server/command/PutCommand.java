package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** The command {@code millrace put}. */
@Command(
        name = "put",
        description = {
            "Puts messages on a queue, all in one unit of work.",
            """
            A file contains a body; NAME.headers.yaml in the same folder specifies its MQMD and \
            MQRFH2. For a folder, every file is put.\
            """
        },
        footer =
                """

                Examples:  ./millrace put ORDERS.IN samples/orders/messages/order-01.xml
                           ./millrace put ORDERS.IN --text '<order/>'\
                """)
final class PutCommand extends ConsoleCommand {

    private static final int MAX_FORMAT_LENGTH = 8;
    private static final int CORREL_ID_BYTES = 24;

    @Mixin private AdministrationOptions administration;

    @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
    private String queue;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FILE",
            description = "Files or folders.")
    private List<Path> files = List.of();

    @Option(
            names = "--text",
            paramLabel = "TEXT",
            description =
                    "The body, instead of files, in the coded character set of --ccsid (default:"
                            + " UTF-8).")
    private String text;

    @Option(
            names = "--copies",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of times to put each message (default: ${DEFAULT-VALUE}).")
    private int copies;

    @Option(names = "--format", paramLabel = "NAME", description = "${bundle:mqmd.Format}")
    private String format;

    @Option(names = "--ccsid", paramLabel = "N", description = "${bundle:mqmd.CodedCharSetId}")
    private Integer ccsid;

    @Option(names = "--reply-to", paramLabel = "QUEUE", description = "${bundle:mqmd.ReplyToQ}")
    private String replyTo;

    @Option(names = "--correl-id", paramLabel = "HEX", description = "${bundle:mqmd.CorrelId}")
    private String correlId;

    @Option(
            names = "--persistent",
            negatable = true,
            description =
                    "Whether the messages are persistent (default: the setting of the " + "queue).")
    private Boolean persistent;

    @Override
    public Integer call() {
        checkOptions();
        List<MessageFiles.Sample> samples = new ArrayList<>();
        if (files.isEmpty() == (text == null)) {
            throw wrongUsage(
                    text == null
                            ? "missing argument: FILE or --text"
                            : "--text cannot be combined with files");
        }
        files.forEach(f -> samples.addAll(MessageFiles.read(f)));
        List<QueueMessage> messages =
                text == null
                        ? samples.stream().map(MessageFiles.Sample::message).toList()
                        : List.of(new QueueMessage(new Mqmd().format("MQSTR"), encodedText()));
        QueueName.checkUsable(queue);
        return administration.usesApi()
                ? administration.call(
                        console, client -> named(samples, () -> putTo(client, messages)))
                : named(samples, () -> putHome(messages));
    }

    /**
     * Puts messages. The error for a message that is too large also names its file. The error for a
     * full queue reports that all messages were rolled back.
     */
    private int named(List<MessageFiles.Sample> samples, IntSupplier put) {
        try {
            return put.getAsInt();
        } catch (MillraceException e) {
            long count = (long) Math.max(1, samples.size()) * copies;
            if (e.code() == ErrorCode.QUEUE_FULL && count > 1) {
                throw new MillraceException(
                        e.code(),
                        e.getMessage() + "; none of the %d messages was put".formatted(count));
            }
            throw MessageFiles.withFile(e, samples);
        }
    }

    private int putTo(AdministrationClient client, List<QueueMessage> messages) {
        return report(new ServerMessages(client, queue).put(copies(messages)));
    }

    private int putHome(List<QueueMessage> messages) {
        List<String> msgIds = new ArrayList<>();
        try (QueueStore store = administration.home().open(false, console);
                QueueSession session = store.session()) {
            for (QueueMessage m : messages) {
                for (int i = 0; i < copies; i++) {
                    Mqmd put =
                            session.put(
                                    queue,
                                    new QueueMessage(described(m.descriptor()), m.body()),
                                    true);
                    if (administration.isJson()) {
                        msgIds.add(put.msgId().hex());
                    }
                }
            }
            session.commit();
        }
        if (administration.isJson()) {
            return report(new JsonMapper().valueToTree(Map.of("queue", queue, "msgIds", msgIds)));
        }
        return report((long) messages.size() * copies);
    }

    /** Returns the text, encoded in the coded character set of the option. */
    private Bytes encodedText() {
        if (ccsid == null) {
            return Bytes.utf8(text);
        }
        Charset charset = Ccsid.charset(ccsid);
        if (!charset.canEncode()) {
            throw Usage.wrong(
                    "--ccsid",
                    "must be a coded character set that can be written (found " + ccsid + ")");
        }
        CharBuffer characters = CharBuffer.wrap(text);
        try {
            ByteBuffer encoded = charset.newEncoder().encode(characters);
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return Bytes.of(bytes);
        } catch (CharacterCodingException e) {
            throw Usage.wrong(
                    "--text",
                    "must have only characters of the coded character set %d (found '%s')"
                            .formatted(
                                    ccsid,
                                    Character.toString(characters.toString().codePointAt(0))));
        }
    }

    private int report(JsonNode response) {
        if (administration.isJson()) {
            AdministrationOptions.print(response, console);
            return ExitCode.OK;
        }
        return report(response.path("msgIds").size());
    }

    private int report(long count) {
        console.report(Console.count(count, "message") + " put on " + queue);
        return ExitCode.OK;
    }

    /** Returns all messages to put, with the descriptor of the options. */
    private List<QueueMessage> copies(List<QueueMessage> messages) {
        List<QueueMessage> all = new ArrayList<>();
        for (QueueMessage m : messages) {
            for (int i = 0; i < copies; i++) {
                all.add(new QueueMessage(described(m.descriptor()), m.body()));
            }
        }
        return all;
    }

    /** Checks the options that have limits in an MQMD. */
    private void checkOptions() {
        Usage.atLeast(1, "--copies", copies);
        if (format != null && format.length() > MAX_FORMAT_LENGTH) {
            throw Usage.wrong(
                    "--format",
                    "must have "
                            + MAX_FORMAT_LENGTH
                            + " characters or less (found "
                            + format.length()
                            + ")");
        }
        if (format != null && !StandardCharsets.US_ASCII.newEncoder().canEncode(format)) {
            throw Usage.wrong(
                    "--format", "must consist of ASCII characters (found " + format + ")");
        }
        if (ccsid != null && !Ccsid.isKnown(ccsid)) {
            throw Usage.wrong(
                    "--ccsid",
                    "must be a known coded character set, for example 1208 (UTF-8), 819 (ISO"
                            + " 8859-1) or 500 (EBCDIC) (found "
                            + ccsid
                            + ")");
        }
        if (replyTo != null && !QueueName.isValid(replyTo)) {
            throw Usage.wrong("--reply-to", "is invalid: " + QueueName.describe(replyTo));
        }
        if (correlId != null && hex(correlId).length > CORREL_ID_BYTES) {
            throw Usage.wrong(
                    "--correl-id",
                    "must have "
                            + 2 * CORREL_ID_BYTES
                            + " hexadecimal digits or less (found "
                            + correlId.length()
                            + ")");
        }
    }

    private static byte[] hex(String digits) {
        try {
            return HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException e) {
            throw Usage.wrong(
                    "--correl-id", "must be pairs of hexadecimal digits (found " + digits + ")");
        }
    }

    private Mqmd described(Mqmd original) {
        Mqmd d = original.copy();
        if (format != null) {
            d.format(format);
        }
        if (ccsid != null) {
            d.codedCharSetId(ccsid);
        }
        if (replyTo != null) {
            d.replyToQ(replyTo);
        }
        if (correlId != null) {
            d.correlId(Bytes.of(hex(correlId)));
        }
        if (persistent != null) {
            d.persistence(persistent ? Mqmd.PERSISTENCE_YES : Mqmd.PERSISTENCE_NO);
        }
        return d;
    }
}
