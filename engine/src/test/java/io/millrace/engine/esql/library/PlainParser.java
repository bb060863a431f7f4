package io.millrace.engine.esql.library;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A domain whose messages are one text; its types are given. */
public record PlainParser(String domain, Map<String, Integer> fieldTypes) implements Parser {

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        Element folder = Element.of(ElementType.NAME, domain).domain(domain);
        folder.add("text", Value.of(body.text(StandardCharsets.UTF_8)));
        return folder;
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        return Bytes.utf8(options.template().set() + "/" + body.textOf("text"));
    }
}
