package io.millrace.flows.sample;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.parsers.text.YamlText;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A writer of a message as YAML that {@link SampleMessages} reads. A message that is written and
 * read again is identical, except for the backout count.
 *
 * @param descriptor MQMD of the message
 * @param headers parsed headers; they become comments
 * @param headerBytes bytes of the headers
 * @param body bytes after the headers
 */
public record MessageYaml(Mqmd descriptor, List<Element> headers, Bytes headerBytes, Bytes body) {

    /** Creates a writer. A message with damaged headers is written as if it had no headers. */
    public static MessageYaml of(QueueMessage message, MessageAssembler assembler) {
        try {
            MessageParts parts = MessageParts.of(message, assembler);
            return new MessageYaml(
                    message.descriptor(), parts.headers(), parts.headerBytes(), parts.body());
        } catch (MillraceException damaged) {
            return new MessageYaml(
                    message.descriptor(), List.of(), Bytes.of(new byte[0]), message.body());
        }
    }

    /**
     * Returns the keys {@code mqmd} and {@code headers}. The Format is always present, because its
     * default depends on the body.
     *
     * @param parameters whether the reader of the file substitutes parameters
     */
    public String headers(String indent, boolean parameters) {
        StringBuilder out = new StringBuilder();
        Mqmd initial = new Mqmd();
        out.append(indent).append(SampleHeaders.MQMD).append(":\n");
        for (String name : MqmdFields.names()) {
            String text = MqmdFields.text(descriptor, name);
            boolean differs = !text.equals(MqmdFields.text(initial, name));
            if (name.equals("Format") || differs && !name.equals("BackoutCount")) {
                out.append(indent).append("  ").append(name).append(": ");
                out.append(YamlText.scalar(parameters ? escaped(text) : text)).append('\n');
            }
        }
        if (!headerBytes.isEmpty()) {
            for (HeaderField field : HeaderField.of(headers)) {
                out.append(indent).append("# ").append(field).append('\n');
            }
            out.append(indent).append(SampleHeaders.HEADERS).append(": ");
            out.append(YamlText.quoted(headerBytes.hex())).append('\n');
        }
        return out.toString();
    }

    /** Returns the key {@code text} for a body of printable UTF-8, otherwise {@code hex}. */
    public String body(String indent) {
        String text = text();
        return indent
                + (text == null
                        ? "hex: " + YamlText.quoted(body.hex())
                        : "text: " + YamlText.quoted(escaped(text)))
                + "\n";
    }

    private String text() {
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(body.array(), body.start(), body.length()))
                            .toString();
            return text.chars().allMatch(c -> !Character.isISOControl(c) || c >= '\t' && c <= '\r')
                    ? text
                    : null;
        } catch (CharacterCodingException binary) {
            return null;
        }
    }

    /** Returns a text that contains no parameters for a reader that substitutes them. */
    private static String escaped(String text) {
        return text.replace("${", "$${");
    }
}
