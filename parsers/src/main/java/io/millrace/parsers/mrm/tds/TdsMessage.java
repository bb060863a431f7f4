package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.model.MessagingStandard.CSV;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.RecordParser.Range;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.MarkerText.EndOfLine;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.TdsFormat;
import io.millrace.parsers.model.TdsSettings;
import io.millrace.parsers.mrm.tds.layout.LayoutCompiler;
import io.millrace.parsers.mrm.tds.layout.TdsLayout;
import io.millrace.parsers.mrm.tds.markup.Marker;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.TextBody;
import io.millrace.parsers.mrm.tds.scan.InterchangeDelimiters;
import io.millrace.parsers.mrm.tds.scan.TdsContent;
import io.millrace.parsers.mrm.tds.standards.Delimiters;
import io.millrace.parsers.mrm.tds.standards.Envelope;
import io.millrace.parsers.mrm.tds.standards.ServiceReader;
import io.millrace.parsers.mrm.tds.standards.StandardRecords;
import io.millrace.parsers.mrm.tds.write.MessageDelimiters;
import io.millrace.parsers.mrm.tds.write.TdsWriter;
import io.millrace.parsers.record.PhysicalMessage;
import io.millrace.parsers.record.TextCode;
import io.millrace.parsers.record.Wire;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A message of a model in a Tagged/Delimited String format. Safe for use by several threads: only
 * the cache of syntaxes changes.
 */
public final class TdsMessage implements PhysicalMessage {

    /** Maximum number of cached syntaxes: combinations of code page and delimiters. */
    private static final int MAX_SYNTAXES = 100;

    private record Key(TextCode text, Delimiters delimiters) {}

    private final TdsSettings settings;
    private final TdsLayout layout;
    private final DefaultEncoding encoding;

    /** Whether the markup of a group contains {@code <EOL>}. */
    private final boolean hasLineEnds;

    private final boolean validatesEnvelope;

    private final Map<Key, Syntax> syntaxes = new ConcurrentHashMap<>();

    /** The syntax requested last. A thread can see an older syntax, which is also valid. */
    private Syntax lately;

    private TdsMessage(TdsSettings settings, TdsLayout layout) {
        this.settings = settings;
        this.layout = layout;
        encoding =
                settings.encoding() == null
                        ? TdsSettings.encoding(settings.standard())
                        : settings.encoding();
        validatesEnvelope =
                settings.validateEnvelope() == null
                        ? Envelope.isPartOf(settings.standard())
                        : settings.validateEnvelope();
        hasLineEnds =
                layout.layouts().stream()
                        .anyMatch(
                                l ->
                                        isLine(l.markup().groupTerminator())
                                                || isLine(l.markup().delimiter())
                                                || isLine(l.markup().groupIndicator()));
    }

    private static boolean isLine(MarkerText text) {
        return text.parts().stream().anyMatch(EndOfLine.class::isInstance);
    }

    /**
     * Compiles a message.
     *
     * @param problems receives the errors of the model
     * @return null if there are problems
     */
    public static TdsMessage compile(
            MessageSet set,
            ElementDeclaration message,
            TdsFormat format,
            ModelPlaces places,
            Problems problems) {
        TdsLayout layout = new LayoutCompiler(set, format, places).compile(message, problems);
        return layout == null ? null : new TdsMessage(format.settings(), layout);
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        Wire wire = Wire.of(options.ccsid(), options.encoding(), encoding);
        Delimiters delimiters =
                ServiceReader.read(body, wire.text(), settings.standard(), hasLineEnds);
        if (validatesEnvelope) {
            Envelope.validate(body, wire.text(), settings.standard(), delimiters);
        }
        String lineEnd = lineEnd(body, wire.text());
        int after = lineEnd.isEmpty() ? 0 : wire.text().encode(lineEnd).length;
        Bytes message = body.slice(0, body.length() - after);
        return TdsContent.folder(
                body, lineEnd, interchanges(message, wire, delimiters, options), options.limits());
    }

    private InterchangeDelimiters interchanges(
            Bytes message, Wire wire, Delimiters delimiters, ParseOptions options) {
        return new InterchangeDelimiters(
                new TextBody(message, wire),
                syntax(wire, delimiters),
                settings.standard(),
                options.limits(),
                specified -> syntax(wire, specified));
    }

    @Override
    public Optional<String> checkRecords() {
        return settings.standard().describesItself() ? Optional.empty() : RecordEnd.problem(layout);
    }

    @Override
    public Range record(Bytes bytes, boolean isComplete, ParseOptions options) {
        Wire wire = Wire.of(options.ccsid(), options.encoding(), encoding);
        Delimiters delimiters =
                ServiceReader.read(bytes, wire.text(), settings.standard(), hasLineEnds);
        if (settings.standard().describesItself()) {
            return StandardRecords.first(
                    bytes, wire.text(), settings.standard(), delimiters, isComplete);
        }
        return new Range(0, interchanges(bytes, wire, delimiters, options).messageEnd());
    }

    /**
     * Returns the line end after a CSV record; empty if there is none or if line ends are markup of
     * the model.
     */
    private String lineEnd(Bytes body, TextCode text) {
        if (hasLineEnds || settings.standard() != CSV) {
            return "";
        }
        byte[] line = text.encode('\n');
        if (line == null || !endsWith(body, line)) {
            return text.isEbcdic() && endsWith(body, text.encode("\u0085")) ? "\u0085" : "";
        }
        byte[] both = text.encode("\r\n");
        return both != null && endsWith(body, both) ? "\r\n" : "\n";
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        Wire wire = Wire.of(options.ccsid(), options.encoding(), encoding);
        TdsContent content = body.content() instanceof TdsContent c ? c : null;
        boolean own = content != null && content.syntax().layout() == layout;
        boolean same =
                own && body.isClean() && content.wire().equals(wire) && TdsContent.isMessage(body);
        if (same) {
            return content.body();
        }
        Delimiters delimiters = MessageDelimiters.of(body, layout, own ? content : null);
        TdsWriter writer =
                new TdsWriter(
                        syntax(wire, delimiters),
                        settings,
                        wire,
                        options.limits(),
                        specified -> syntax(wire, specified));
        Bytes written = writer.write(body);
        if (!own) {
            return written;
        }
        Bytes ended = endedAs(content, written, writer.lineEnd());
        return content.lineEnd().isEmpty()
                ? ended
                : with(ended, wire.text().encode(content.lineEnd()));
    }

    private static Bytes with(Bytes bytes, byte[] end) {
        if (end == null) {
            return bytes;
        }
        ByteSink out = new ByteSink(bytes.length() + end.length);
        out.write(bytes);
        out.write(end);
        return out.bytes();
    }

    /** Removes the ends of the last segments, if the received message did not have them. */
    private static Bytes endedAs(TdsContent content, Bytes written, byte[] lineEnd) {
        Syntax last = content.syntax(content.body().end());
        boolean ended = endsWith(content.body(), last.lineEnd());
        Bytes left = written;
        if (!ended && last.skipsWhite()) {
            left = without(left, lineEnd);
        }
        for (Marker terminator : content.omittedTerminators().reversed()) {
            left = without(left, terminator.written());
        }
        return left;
    }

    private static Bytes without(Bytes bytes, byte[] end) {
        return endsWith(bytes, end) ? bytes.slice(0, bytes.length() - end.length) : bytes;
    }

    private static boolean endsWith(Bytes bytes, byte[] end) {
        int from = bytes.length() - end.length;
        return from >= 0 && bytes.slice(from, bytes.length()).equals(Bytes.of(end));
    }

    private Syntax syntax(Wire wire, Delimiters delimiters) {
        Syntax late = lately;
        if (late == null || late.text() != wire.text() || !late.delimiters().equals(delimiters)) {
            late = known(wire, delimiters);
            lately = late;
        }
        return late;
    }

    private Syntax known(Wire wire, Delimiters delimiters) {
        Key key = new Key(wire.text(), requireNonNull(delimiters));
        Syntax known = syntaxes.get(key);
        if (known == null) {
            known = new Syntax(layout, settings, wire.text(), delimiters);
            if (syntaxes.size() >= MAX_SYNTAXES) {
                syntaxes.clear();
            }
            syntaxes.put(key, known);
        }
        return known;
    }
}
