package io.millrace.server.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.SensitiveFields;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.definition.FileSettings;
import io.millrace.flows.sample.BodyDomain;
import io.millrace.flows.sample.HeaderField;
import io.millrace.flows.sample.MessageParts;
import io.millrace.flows.sample.MessageYaml;
import io.millrace.flows.sample.MqmdFields;
import io.millrace.flows.sample.SampleMessages;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A converter between messages of queues and JSON. A message that is written with {@link
 * Content#DATA} is read as the same message.
 */
public final class MessageJson {

    /** Indicator that the domain is detected. */
    public static final MessageTemplate ANY = MessageTemplate.NONE;

    private static final JsonMapper JSON = new JsonMapper();

    /** Members with the body. A message to put must have one of these members. */
    private static final List<String> BODIES = List.of("text", "hex", "base64");

    /** Members with fields of headers. */
    private static final List<String> OBJECTS = List.of("mqmd", "mqrfh2");

    /** Members of written messages and of messages to put. */
    private static final Set<String> MEMBERS = members();

    private static final int PREVIEW = 80;
    private static final int MAX_BYTES_OF_CHARACTER = 4;

    private final MessageAssembler assembler;
    private final SensitiveFields sensitive;

    /** The part of a body that is written. */
    public enum Content {
        /** The first characters. */
        PREVIEW,
        /** The body as text; hexadecimal if it is not text. */
        TEXT,
        /** The body as a tree of its domain. */
        TREE,
        /** All bytes in Base64. */
        DATA
    }

    public MessageJson(MessageAssembler assembler) {
        this.assembler = assembler;
        sensitive = assembler.parsers().sensitiveFields();
    }

    /**
     * Returns a message as JSON. Except with {@link Content#DATA}, values of the sensitive fields
     * of the assembler are masked.
     *
     * @param number position on the queue, from 1
     * @param template domain of the body for {@link Content#TREE}; the domain is detected if it is
     *     empty
     */
    public Map<String, Object> write(
            QueueMessage message, long number, Content content, MessageTemplate template) {
        Map<String, Object> json = new LinkedHashMap<>();
        MessageYaml parts = MessageYaml.of(message, assembler);
        json.put("number", number);
        json.put("msgId", message.descriptor().msgId().hex());
        json.put("bytes", message.body().length());
        json.put("mqmd", mqmd(message.descriptor()));
        if (!parts.headerBytes().isEmpty()) {
            SensitiveFields masked = content == Content.DATA ? SensitiveFields.NONE : sensitive;
            if (masked.isEmpty()) {
                json.put("headers", parts.headerBytes().hex());
            }
            Map<String, String> fields = new LinkedHashMap<>();
            HeaderField.of(parts.headers(), masked).forEach(f -> fields.put(f.name(), f.text()));
            json.put("headerFields", fields);
        }
        content(json, message, parts.body(), content, template);
        if (message.failure() != null) {
            json.put("failure", failure(message.failure()));
        }
        return json;
    }

    /** Returns the fields of a descriptor that are not initial values, and the Format. */
    private static Map<String, String> mqmd(Mqmd descriptor) {
        Map<String, String> fields = new LinkedHashMap<>();
        Mqmd initial = new Mqmd();
        for (String name : MqmdFields.names()) {
            String text = MqmdFields.text(descriptor, name);
            if (name.equals("Format") || !text.equals(MqmdFields.text(initial, name))) {
                fields.put(name, text);
            }
        }
        return fields;
    }

    private static Map<String, Object> failure(FailureReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("code", report.code());
        json.put("node", report.node());
        json.put("text", report.text());
        json.put("queue", report.queue());
        json.put("input", report.input());
        json.put("time", report.time().toString());
        json.put("path", report.path());
        json.put("report", report.write());
        return json;
    }

    private void content(
            Map<String, Object> json,
            QueueMessage message,
            Bytes body,
            Content content,
            MessageTemplate template) {
        switch (content) {
            case PREVIEW -> {
                Optional<Bytes> masked = masked(message, body);
                json.put(
                        "preview",
                        masked.map(shown -> preview(message, shown))
                                .orElse(MaskedBody.notShown(body)));
            }
            case TEXT ->
                    masked(message, body)
                            .ifPresentOrElse(
                                    shown -> {
                                        String text = text(message, shown);
                                        json.put(
                                                text == null ? "hex" : "text",
                                                text == null ? shown.hex() : text);
                                    },
                                    () -> json.put("error", MaskedBody.notShown(body)));
            case DATA -> {
                byte[] copy = new byte[body.length()];
                System.arraycopy(body.array(), body.start(), copy, 0, copy.length);
                json.put("base64", Base64.getEncoder().encodeToString(copy));
            }
            case TREE -> tree(json, message, body, template);
        }
    }

    /** Returns the body for output; empty if it must not be shown. */
    private Optional<Bytes> masked(QueueMessage message, Bytes body) {
        if (sensitive.isEmpty()) {
            return Optional.of(body);
        }
        try {
            return MaskedBody.of(MessageParts.of(message, assembler), assembler);
        } catch (MillraceException damaged) {
            return Optional.empty();
        }
    }

    private void tree(
            Map<String, Object> json, QueueMessage message, Bytes body, MessageTemplate given) {
        MessageTemplate template =
                given.isEmpty()
                        ? MessageTemplate.domain(BodyDomain.of(body, ccsid(message)))
                        : given;
        json.put("domain", template.domain());
        try {
            Element root =
                    assembler.assemble(
                            message.descriptor(),
                            message.body(),
                            new MessageAssembler.Defaults(
                                    template, ParseTiming.ON_DEMAND, Set.of()),
                            null);
            if (!sensitive.isEmpty() && root.lastChild().isNamed("BLOB")) {
                json.put("error", MaskedBody.notShown(body) + "; specify its domain");
                return;
            }
            json.put("tree", JSON.readTree(TreeJson.of(root.lastChild(), sensitive)));
        } catch (MillraceException damaged) {
            MillraceException shown = new SensitiveValues(sensitive).mask(damaged).root();
            json.put("error", shown.code().id() + " " + shown.getMessage());
            if (sensitive.isEmpty()) {
                json.put("hex", body.hex());
            }
        }
    }

    private int ccsid(QueueMessage message) {
        try {
            return MessageParts.of(message, assembler).ccsid();
        } catch (MillraceException damaged) {
            return message.descriptor().codedCharSetId();
        }
    }

    /** Returns a body as text in the code page of its header; null if it is not printable text. */
    private String text(QueueMessage message, Bytes body) {
        int ccsid = ccsid(message);
        String text =
                body.text(Ccsid.isKnown(ccsid) ? Ccsid.charset(ccsid) : StandardCharsets.UTF_8);
        boolean printable =
                text.chars().allMatch(c -> !Character.isISOControl(c) || "\n\r\t".indexOf(c) >= 0);
        return printable && text.indexOf('\uFFFD') < 0 ? text : null;
    }

    private String preview(QueueMessage message, Bytes body) {
        String text = null;
        // The end can be cut within a character.
        for (int cut = 0; text == null && cut <= Math.min(3, body.length()); cut++) {
            int most = Math.min(body.length() - cut, MAX_BYTES_OF_CHARACTER * PREVIEW);
            text = text(message, body.slice(0, most));
        }
        if (text == null) {
            text = body.slice(0, Math.min(body.length(), PREVIEW)).toString();
        }
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= PREVIEW ? line : line.substring(0, PREVIEW - 1) + "\u2026";
    }

    /**
     * Reads a message with the keys {@code mqmd}, {@code mqrfh2} or {@code headers}, and {@code
     * text}, {@code hex} or {@code base64}. Other keys of a written message are ignored; unknown
     * keys are refused.
     *
     * @throws MillraceException with REQUEST_INVALID
     */
    public QueueMessage read(JsonNode json) {
        checkMembers(json);
        Map<String, Object> headers = new LinkedHashMap<>();
        for (String key : FileSettings.HEADERS.names()) {
            if (json.has(key)) {
                headers.put(key, json.get(key));
            }
        }
        Problems problems = new Problems();
        Source source = new Source("message", JSON.writeValueAsString(headers));
        Section section =
                Section.of(
                        Yaml.read(source, problems),
                        FileSettings.HEADERS,
                        (text, place, found) -> text,
                        problems);
        Bytes body = body(json);
        QueueMessage message =
                problems.hasErrors()
                        ? null
                        : new SampleMessages(assembler.parsers(), assembler.limits())
                                .message(body, section, problems);
        if (problems.hasErrors()) {
            throw invalid(
                    problems.all().stream().map(Problem::text).collect(Collectors.joining("; ")));
        }
        checkBody(json);
        return message;
    }

    /** Reads a written message with the reason of its failure. */
    public QueueMessage readBrowsed(JsonNode json) {
        QueueMessage message = read(json);
        JsonNode report = json.path("failure").path("report");
        return report.isMissingNode()
                ? message
                : new QueueMessage(
                        message.descriptor(),
                        message.body(),
                        FailureReport.read(report.asString("")));
    }

    private static Set<String> members() {
        Set<String> members = new TreeSet<>(FileSettings.HEADERS.names());
        members.addAll(BODIES);
        members.addAll(
                List.of(
                        "number",
                        "msgId",
                        "bytes",
                        "headerFields",
                        "preview",
                        "domain",
                        "tree",
                        "error",
                        "failure"));
        return members;
    }

    private static void checkMembers(JsonNode json) {
        if (!json.isObject()) {
            throw invalid("it must be an object");
        }
        for (String name : json.propertyNames()) {
            if (!MEMBERS.contains(name)) {
                throw invalid(
                        "unknown member %s; %s"
                                .formatted(
                                        PrintableText.line(name),
                                        Problems.didYouMean(
                                                name, MEMBERS, "the members are " + MEMBERS)));
            }
        }
        for (String name : OBJECTS) {
            if (json.has(name) && !json.get(name).isObject()) {
                throw invalid("%s must be an object".formatted(name));
            }
        }
    }

    private static void checkBody(JsonNode json) {
        List<String> given = BODIES.stream().filter(json::has).toList();
        if (given.size() != 1) {
            throw invalid("it must have one of the members %s (found %s)".formatted(BODIES, given));
        }
        if (!json.get(given.getFirst()).isString()) {
            throw invalid("%s must be a string".formatted(given.getFirst()));
        }
    }

    private static Bytes body(JsonNode json) {
        if (json.has("base64")) {
            try {
                return Bytes.of(Base64.getDecoder().decode(json.get("base64").asString("")));
            } catch (IllegalArgumentException e) {
                throw invalid("base64 must be Base64 (%s)".formatted(e.getMessage()));
            }
        }
        if (json.has("hex")) {
            try {
                return Bytes.of(HexFormat.of().parseHex(json.get("hex").asString("")));
            } catch (IllegalArgumentException e) {
                throw invalid("hex must be pairs of hexadecimal digits");
            }
        }
        return Bytes.utf8(json.path("text").asString(""));
    }

    private static MillraceException invalid(String text) {
        return new MillraceException(ErrorCode.REQUEST_INVALID, "a message is invalid: " + text);
    }
}
