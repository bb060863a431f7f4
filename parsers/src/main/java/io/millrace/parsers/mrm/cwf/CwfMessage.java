package io.millrace.parsers.mrm.cwf;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.RecordParser.Range;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.record.PhysicalMessage;
import io.millrace.parsers.record.TextCode.Width;
import io.millrace.parsers.record.Wire;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A message of a model in a Custom Wire Format. Immutable; safe to use from several threads.
 *
 * @param layouts layouts, one for each width of characters, because lengths can be specified in
 *     characters
 */
public record CwfMessage(CwfFormat format, Map<Width, CwfLayout> layouts)
        implements PhysicalMessage {

    /**
     * Compiles a message.
     *
     * @param problems receives the errors of the model
     * @return null if there are problems
     */
    public static CwfMessage compile(
            MessageSet set,
            ElementDeclaration message,
            CwfFormat format,
            ModelPlaces places,
            Problems problems) {
        var layouts = new EnumMap<Width, CwfLayout>(Width.class);
        for (Width width : Width.values()) {
            LayoutCompiler compiler = new LayoutCompiler(set, format, places, width);
            CwfLayout layout = compiler.compile(message, problems);
            if (layout == null) {
                return null;
            }
            layouts.put(width, layout);
        }
        return new CwfMessage(format, layouts);
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        Wire wire = wire(options.ccsid(), options.encoding());
        return CwfContent.folder(body, layout(wire), wire, options.limits());
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        Wire wire = wire(options.ccsid(), options.encoding());
        CwfLayout layout = layout(wire);
        CwfContent content = body.content() instanceof CwfContent found ? found : null;
        boolean same =
                content != null
                        && body.isClean()
                        && content.layout == layout
                        && content.wire().equals(wire)
                        && CwfContent.slot(body) == null;
        if (same) {
            return content.body;
        }
        int likely = content == null ? 0 : content.body.length() + content.body.length() / 8;
        return new CwfWriter(layout, format.settings(), wire, options.limits(), likely).write(body);
    }

    @Override
    public Optional<String> checkRecords() {
        String endless = EndlessSlot.name(layouts.get(Width.SINGLE).root());
        return endless.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the end of records cannot be found, because %s ends where the message ends"
                                .formatted(endless));
    }

    @Override
    public Range record(Bytes bytes, boolean isComplete, ParseOptions options) {
        Wire wire = wire(options.ccsid(), options.encoding());
        int end = RecordReader.messageEnd(bytes, layout(wire).root(), wire, options.limits());
        return new Range(0, end);
    }

    /** Returns the places of the fields, for single-byte code pages. */
    public List<CwfPlace> places() {
        return CwfPlace.of(layouts.get(Width.SINGLE).root());
    }

    private Wire wire(int ccsid, int encoding) {
        return Wire.of(ccsid, encoding, format.settings().encoding());
    }

    private CwfLayout layout(Wire wire) {
        return layouts.get(wire.text().width());
    }
}
