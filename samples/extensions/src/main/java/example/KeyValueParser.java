package example;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The domain KEYVALUE: lines of the form {@code key=value}. */
public final class KeyValueParser implements Parser {

    private static final String DOMAIN = "KEYVALUE";

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        Element folder = Element.of(ElementType.NAME, DOMAIN).domain(DOMAIN);
        int offset = 0;
        for (String line : body.text(charset(options.ccsid())).split("\n")) {
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw ParseErrors.failed(DOMAIN, offset, "a line without key and =");
            }
            folder.add(line.substring(0, equals), line.substring(equals + 1));
            offset += line.length() + 1;
        }
        return folder;
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        StringBuilder text = new StringBuilder();
        for (Element field = body.firstChild(); field != null; field = field.next()) {
            String value = field.value() == null ? "" : field.value().text();
            text.append(field.name()).append('=').append(value).append('\n');
        }
        return Bytes.of(text.toString().getBytes(charset(options.ccsid())));
    }

    private static Charset charset(int ccsid) {
        return ccsid == 0 ? StandardCharsets.UTF_8 : Ccsid.charset(ccsid);
    }

    @Override
    public Map<String, Integer> fieldTypes() {
        return Map.of();
    }
}
