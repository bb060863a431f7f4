package io.millrace.parsers.json;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.RecordParser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.engine.parser.WriteOptions.Mode;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The domain JSON.
 *
 * <p>The tree: {@code JSON.Data} is the value of the text. Objects are folders ({@code
 * JSON.Object}), arrays are folders of type {@code JSON.Array} whose children are named {@code
 * Item}, null is a field of type {@code JSON.Null} without a value. Duplicate members are kept.
 * Numbers without fraction and exponent are INTEGER if they fit 64 bits, otherwise DECIMAL. Numbers
 * with a fraction are DECIMAL. Numbers with an exponent are FLOAT if a FLOAT represents them
 * exactly, otherwise DECIMAL. A DECIMAL keeps all digits; only arithmetic rounds it to 34.
 *
 * <p>Output: folders are written as objects, a folder without children as {@code {}}. In a folder
 * that was not parsed as JSON (for example in an XML tree), elements with the same name are written
 * as one array. The value of a folder with children is written as member {@code #text}, a field
 * without a value as null. BLOBs are written as hexadecimal strings, dates and times as strings of
 * ISO 8601. Characters that the coded character set of the output does not contain are escaped.
 */
public final class JsonParser implements RecordParser {

    static final String NAME = "JSON";
    static final String DATA = "Data";
    static final String ITEM = "Item";

    @Override
    public String domain() {
        return NAME;
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        Charset charset = charset(options.ccsid(), options.encoding());
        return options.timing().read(JsonContent.folder(body, charset, options.limits()));
    }

    private static Charset charset(int ccsid, int encoding) {
        return ccsid == 0 ? null : Ccsid.charset(ccsid, encoding);
    }

    @Override
    public boolean writesElements() {
        return true;
    }

    /** Returns the value of the text. */
    @Override
    public Element element(Element parsed) {
        return parsed.firstChild();
    }

    @Override
    public List<String> fields() {
        return List.of(DATA);
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        Charset charset = charset(options.ccsid(), options.encoding());
        if (body.isClean()
                && body.content() instanceof JsonContent content
                && content.isFolder(body)) {
            return content.bodyIn(charset);
        }
        return JsonWriter.write(body, charset, options);
    }

    @Override
    public Optional<String> checkRecords(MessageTemplate template) {
        return Optional.empty();
    }

    @Override
    public Range record(Bytes bytes, boolean isComplete, ParseOptions options) {
        return JsonRecords.first(bytes);
    }

    @Override
    public Map<String, Integer> fieldTypes() {
        return JsonType.NAMES;
    }

    /** Whether an element is the folder of the domain, which is not part of the text. */
    static boolean isDomainFolder(Element e, Mode mode) {
        boolean named = e.isNamed(NAME) && ElementType.kind(e.type()) == ElementType.NAME;
        return named && (mode != Mode.FOLDER || NAME.equals(e.domain()));
    }
}
