package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.FunctionRegistry;
import io.millrace.engine.esql.JavaSamples;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.parser.WriteOptions;

import java.util.List;
import java.util.Map;

/** Domains that have field type constants and nothing else. */
final class TestParsers {

    static final ParserRegistry REGISTRY =
            ParserRegistry.of(
                    List.of(
                            new Constants(
                                    "XMLNSC",
                                    Map.of(
                                            "Attribute",
                                            1,
                                            "Field",
                                            2,
                                            "CDataField",
                                            3,
                                            "Folder",
                                            4)),
                            new Constants("JSON", Map.of("Array", 1, "Object", 2))),
                    List.of());

    static final EsqlSettings SETTINGS =
            new EsqlSettings(
                    REGISTRY,
                    Limits.DEFAULTS,
                    Map.of("Site", "south"),
                    JavaSamples.METHODS,
                    FunctionRegistry.BUILT_IN);

    private TestParsers() {}

    private record Constants(String domain, Map<String, Integer> fieldTypes) implements Parser {
        @Override
        public Element parse(Bytes body, ParseOptions options) {
            throw new IllegalStateException("nothing is parsed while programs are checked");
        }

        @Override
        public Bytes write(Element body, WriteOptions options) {
            throw new IllegalStateException("nothing is written while programs are checked");
        }
    }
}
