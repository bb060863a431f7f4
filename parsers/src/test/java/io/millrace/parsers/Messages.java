package io.millrace.parsers;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.ParserRegistry;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

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

    public static MessageAssembler.Defaults domain(String name) {
        MessageTemplate template =
                name.isEmpty() ? MessageTemplate.NONE : MessageTemplate.domain(name);
        return new MessageAssembler.Defaults(template, ParseTiming.ON_DEMAND, Set.of());
    }

    public static Element read(Mqmd descriptor, Bytes body, String domain) {
        return ASSEMBLER.assemble(descriptor, body, domain(domain), null);
    }

    /** An MQRFH2 in big-endian ASCII. */
    public static Bytes rfh2(String format, String... folders) {
        return rfh2(false, StandardCharsets.ISO_8859_1, format, 1208, 273, 1208, folders);
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
        Charset charset =
                nameValueCcsid == 1200 ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
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
}
