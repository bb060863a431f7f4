package io.millrace.parsers;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.parsers.mrm.MrmParser;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes messages for tests, byte by byte. */
public final class Messages {

    /** A message set whose one message is read without a template that says more than MRM. */
    private static final String MODEL =
            """
            messageSet: samples
            messages:
              order:
                sequence:
                  id: {int: 5, cwf: external unsigned}
                  customer: {sequence: {name: {string: 6}, since: {date:, cwf: {dateTimeFormat: yyyyMMdd}}}}
                  count: {int: 1, cwf: external unsigned}
                  item:
                    occurs: 0..9
                    cwf: {repeatReference: count}
                    sequence: {code: {string:, cwf: nullTerminated}, price: {decimal: 4.2, cwf: external 5 leadingSeparate}}
                  (either):
                    choice: {a: {string: 3}, b: {hexBinary: 2}}
                  note: {string:, cwf: {lengthUnits: endOfBitstream}}
            """;

    public static final ParserRegistry PARSERS = parsers();
    public static final MessageAssembler ASSEMBLER = new MessageAssembler(PARSERS, Limits.DEFAULTS);

    private Messages() {}

    private static ParserRegistry parsers() {
        Problems problems = new Problems();
        ParserRegistry parsers =
                ParserRegistry.load(Messages.class.getClassLoader())
                        .with(List.of(new Source("samples.model.yaml", MODEL)), problems);
        problems.throwIfErrors();
        return parsers;
    }

    public static Defaults domain(String name) {
        MessageTemplate template =
                name.isEmpty() ? MessageTemplate.NONE : MessageTemplate.domain(name);
        return new Defaults(template, ON_DEMAND, Set.of());
    }

    public static Element read(Mqmd descriptor, Bytes body, String domain) {
        return ASSEMBLER.assemble(descriptor, body, domain(domain), null);
    }

    /** An MQRFH2 in big-endian ASCII. */
    public static Bytes rfh2(String format, String... folders) {
        return rfh2(false, ISO_8859_1, format, 1208, 273, 1208, folders);
    }

    public static Bytes rfh2(
            boolean little,
            Charset characters,
            String format,
            int ccsid,
            int encoding,
            int nameValueCcsid,
            String... folders) {
        ByteSink data = new ByteSink();
        Charset charset = nameValueCcsid == 1200 ? UTF_16BE : UTF_8;
        for (String folder : folders) {
            String padded = folder;
            while (padded.getBytes(charset).length % 4 != 0) {
                padded += " ";
            }
            data.int32(padded.getBytes(charset).length, little);
            data.write(padded.getBytes(charset));
        }
        ByteSink out = new ByteSink();
        out.write("RFH ".getBytes(characters));
        out.int32(2, little);
        out.int32(36 + data.length(), little);
        out.int32(encoding, little);
        out.int32(ccsid, little);
        out.write("%-8s".formatted(format).getBytes(characters));
        out.int32(0, little);
        out.int32(nameValueCcsid, little);
        out.write(data.bytes());
        return out.bytes();
    }

    /** An MQDLH in big-endian ASCII. */
    public static Bytes dlh(String format, int ccsid, int encoding) {
        ByteSink out = new ByteSink();
        out.ascii("DLH ");
        out.int32(1, false);
        out.int32(2053, false);
        out.ascii("%-48s".formatted("ORDERS.IN"));
        out.ascii("%-48s".formatted("QM1"));
        out.int32(encoding, false);
        out.int32(ccsid, false);
        out.ascii("%-8s".formatted(format));
        out.int32(6, false);
        out.ascii("%-28s".formatted("amqsput"));
        out.ascii("20261120");
        out.ascii("10203040");
        return out.bytes();
    }

    public static Bytes join(Bytes... parts) {
        ByteSink out = new ByteSink();
        for (Bytes part : parts) {
            out.write(part);
        }
        return Bytes.of(out.bytes().toArray());
    }

    /** Returns the elements of a JSON document. */
    public static Element json(String text) {
        ParseOptions options = ParseOptions.of(MessageTemplate.domain("JSON"), 1208, 273);
        return PARSERS.domain("JSON").orElseThrow().parse(utf8(text), options).child("Data");
    }

    /** Checks the code of a failure. */
    public static Consumer<Throwable> code(ErrorCode expected) {
        return t -> assertThat(((MillraceException) t).code()).isEqualTo(expected);
    }

    /** Returns the parser of a model that has no problems. */
    public static Parser model(String text) {
        Problems problems = new Problems();
        Parser parser = model(text, problems);
        assertThat(problems.all().stream().map(Problem::render)).isEmpty();
        return parser;
    }

    /** Returns the problems of a model. */
    public static List<Problem> problems(String text) {
        Problems problems = new Problems();
        model(text, problems);
        return problems.all();
    }

    private static Parser model(String text, Problems problems) {
        return new MrmParser().with(List.of(new Source("test.model.yaml", text)), problems);
    }

    /** Returns the names and values of a folder. */
    public static String dump(Element folder, Function<Value, String> values) {
        StringBuilder out = new StringBuilder();
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            out.append(out.isEmpty() ? "" : " ").append(e.name());
            if (ElementType.kind(e.type()) == ElementType.NAME) {
                out.append('{').append(dump(e, values)).append('}');
            } else {
                out.append('=').append(values.apply(e.value()));
            }
        }
        return out.toString();
    }

    /** Returns some element without children. */
    public static Element some(Element folder, Random random) {
        Element at = folder;
        while (at.firstChild() != null) {
            Element child = at.firstChild();
            for (int i = random.nextInt(at.size()); i > 0; i--) {
                child = child.next();
            }
            at = child;
        }
        return at;
    }

    /** Returns a tree of the domain MRM, as programs make it. */
    public static Element tree(Object... namesAndValues) {
        Element tree = Element.of(ElementType.NAME, "MRM").domain("MRM");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            tree.add(
                    (String) namesAndValues[i],
                    switch (value) {
                        case null -> null;
                        case String text -> Value.of(text);
                        case Integer number -> Value.of(number);
                        case Boolean truth -> Value.of(truth);
                        case Value given -> given;
                        default -> throw new IllegalArgumentException(value.toString());
                    });
        }
        return tree;
    }
}
