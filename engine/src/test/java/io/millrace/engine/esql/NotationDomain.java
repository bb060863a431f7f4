package io.millrace.engine.esql;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A domain whose bytes are a tree in the tests' notation, UTF-8. */
record NotationDomain(String domain) implements Parser {

    /** The domains that golden files can name. */
    static List<Parser> all() {
        return List.of(
                new NotationDomain("XML"),
                new NotationDomain("XMLNSC"),
                new NotationDomain("JSON"),
                new NotationDomain("BLOB"));
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        return TreeNotation.read(domain, body.text(StandardCharsets.UTF_8)).domain(domain);
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        return Bytes.utf8(TreeNotation.write(body));
    }

    @Override
    public boolean writesElements() {
        return !domain.equals("BLOB");
    }

    @Override
    public Map<String, Integer> fieldTypes() {
        return TreeNotation.TYPES;
    }
}
