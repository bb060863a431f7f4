package io.millrace.parsers;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.engine.parser.ParseTiming.IMMEDIATE;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;
import static io.millrace.parsers.Messages.PARSERS;
import static io.millrace.parsers.Messages.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.HeaderParser.Section;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * What every parser owes, run over all that are registered. A new parser needs an entry in {@link
 * #SAMPLES} (or {@link HeaderBytes}) and nothing more.
 */
class ParserContractTest {

    private static final String XML =
            """
            <?xml version="1.0"?>
            <order xmlns:p="urn:p" id='7' p:x="&lt;1"><p:item>a &amp; \
            b</p:item><item><![CDATA[<raw>]]></item><!-- note \
            --><empty/><deep><a><b>1</b></a></deep></order>
            """;

    /** Well-formed bodies, by domain. */
    private static final Map<String, List<String>> SAMPLES =
            Map.of(
                    "BLOB", List.of("", "any bytes"),
                    "MRM",
                            List.of(
                                    "00042Smith 202402292A1\0+0123B\0-0999xyzhello",
                                    "00000      199912310abc"),
                    "JSON",
                            List.of(
                                    """
                                    {"a" : 1, "b": [true, null, -1.5e3, "x\\u00e9\\n\
                                    "], "c":{}, "d": [[], [1]]}
                                    """,
                                    "[]",
                                    " 12.50 "),
                    "MIME",
                            List.of(
                                    "Content-Type: text/plain\r\n\r\nhello",
                                    """
                                    MIME-Version: 1.0\r
                                    Content-Type: Multipart/Related; boundary=b1;\r
                                     type=text/xml\r
                                    \r
                                    preamble\r
                                    --b1\r
                                    Content-Type: text/xml\r
                                    \r
                                    <a/>\r
                                    --b1\r
                                    Content-Type: multipart/mixed; boundary="b 2"\r
                                    \r
                                    --b 2\r
                                    \r
                                    bare\r
                                    --b 2--\r
                                    \r
                                    --b1\r
                                    Content-ID: <x>\r
                                    \r
                                    \r
                                    --b1--\r
                                    epilogue\
                                    """),
                    "XML", List.of(XML),
                    "XMLNS", List.of(XML),
                    "XMLNSC", List.of(XML));

    private record Case(Parser parser, String text) {
        @Override
        public String toString() {
            return parser.domain() + " " + text.length() + " bytes";
        }

        Bytes bytes() {
            return utf8(text);
        }

        Element parse(Bytes bytes, ParseTiming timing, Limits limits) {
            return parser.parse(
                    bytes, new ParseOptions(template(), 1208, 273, timing, Set.of(), limits));
        }

        Bytes write(Element body) {
            return parser.write(body, WriteOptions.of(template(), 1208, 273));
        }

        private MessageTemplate template() {
            return MessageTemplate.domain(parser.domain());
        }
    }

    static Stream<Parser> parsers() {
        return PARSERS.parsers().stream();
    }

    static Stream<Case> cases() {
        return parsers()
                .flatMap(
                        p -> {
                            assertThat(SAMPLES)
                                    .as("add samples of the domain")
                                    .containsKey(p.domain());
                            return SAMPLES.get(p.domain()).stream().map(text -> new Case(p, text));
                        });
    }

    static Stream<HeaderParser> headers() {
        return PARSERS.headers().stream();
    }

    private static void touchAll(Element top) {
        var open = new ArrayList<Element>(List.of(top));
        while (!open.isEmpty()) {
            Element e = open.removeLast();
            e.type();
            e.value();
            for (Element c = e.firstChild(); c != null; c = c.next()) {
                open.add(c);
            }
        }
    }

    private static void allowed(Throwable thrown) {
        assertThat(thrown).isInstanceOf(MillraceException.class);
        assertThat(thrown.getMessage()).isNotBlank();
        assertThat(((MillraceException) thrown).code().number()).isBetween(3000, 3999);
    }

    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (Throwable thrown) {
            allowed(thrown);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void untouchedBytesComeBackThemselves(Case c) {
        byte[] array = ("##" + c.text + "##").getBytes(UTF_8);
        Bytes bytes = new Bytes(array, 2, array.length - 2);
        Bytes written = c.write(c.parse(bytes, ON_DEMAND, Limits.DEFAULTS));
        assertThat(written.array()).isSameAs(array);
        assertThat(written.start()).isEqualTo(2);
        assertThat(written.end()).isEqualTo(array.length - 2);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aCopyGoesOutAsTheBytesItsSourceCameInWith(Case c) {
        Bytes bytes = c.bytes();
        Element body = c.parse(bytes, ON_DEMAND, Limits.DEFAULTS);
        assertThat(c.write(body.copy()).array()).isSameAs(bytes.array());
        touchAll(body);
        Element copy = body.copy();
        touchAll(copy);
        assertThat(c.write(copy).array()).isSameAs(bytes.array());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void touchingEverythingIsNoChange(Case c) {
        Bytes bytes = c.bytes();
        Element body = c.parse(bytes, ON_DEMAND, Limits.DEFAULTS);
        touchAll(body);
        assertThat(c.write(body)).isEqualTo(bytes);
        assertThat(c.write(body).array()).isSameAs(bytes.array());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aTreeWrittenAnewReadsBackAsTheSameTree(Case c) {
        Element body = c.parse(c.bytes(), ON_DEMAND, Limits.DEFAULTS);
        Element again = c.parse(c.write(body.deepCopy()), COMPLETE, Limits.DEFAULTS);
        assertThat(dump(again)).isEqualTo(dump(body));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theBytesOfAnElementAloneAreFoundAgainAsThatElement(Case c) {
        if (!c.parser.writesElements()) {
            return;
        }
        Element body = c.parse(c.bytes(), ON_DEMAND, Limits.DEFAULTS);
        Element element = c.parser.element(body);
        assertThat(element).isNotSameAs(body);
        Bytes alone =
                c.parser.write(
                        element,
                        new WriteOptions(
                                c.template(),
                                1208,
                                273,
                                WriteOptions.Mode.FOLDER,
                                Limits.DEFAULTS));
        Element again = c.parse(alone, ON_DEMAND, Limits.DEFAULTS);
        assertThat(dump(c.parser.element(again))).isEqualTo(dump(element));
    }

    private static String dump(Element e) {
        StringBuilder out = new StringBuilder();
        dump(e, out, 0);
        return out.toString();
    }

    private static void dump(Element e, StringBuilder out, int depth) {
        String value =
                switch (e.value()) {
                    // Whether a number is exact is not for a text to say.
                    case FloatValue(double number) ->
                            BigDecimal.valueOf(number).stripTrailingZeros().toString();
                    case DecimalValue(BigDecimal number) -> number.stripTrailingZeros().toString();
                    case null -> "none";
                    default -> e.value().toString();
                };
        out.repeat(' ', depth)
                .append("%08X {%s}%s = %s%n".formatted(e.type(), e.namespace(), e.name(), value));
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            dump(c, out, depth + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theFolderIsNamedAsItsDomain(Case c) {
        Element body = c.parse(c.bytes(), ON_DEMAND, Limits.DEFAULTS);
        assertThat(body.name()).isEqualTo(c.parser.domain());
        assertThat(body.domain()).isEqualTo(c.parser.domain());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void parsingOnDemandFindsNoDamageYetAndWritesItAsItCame(Case c) {
        Bytes damaged = utf8("\u0001<{[&\"" + c.text + "]<<");
        Element body = c.parse(damaged, ON_DEMAND, Limits.DEFAULTS);
        assertThat(c.write(body).array()).isSameAs(damaged.array());
        if (!c.parser.domain().equals("BLOB")) {
            assertThatCode(() -> c.parse(damaged, IMMEDIATE, Limits.DEFAULTS))
                    .satisfies(t -> allowed(t));
            assertThatCode(() -> c.parse(damaged, COMPLETE, Limits.DEFAULTS))
                    .satisfies(t -> allowed(t));
            assertThatCode(() -> touchAll(body)).satisfies(t -> allowed(t));
            assertThatCode(() -> touchAll(body)).as("found again").satisfies(t -> allowed(t));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void limitsOfDepthAndElementsHold(Case c) {
        Element body = c.parse(c.bytes(), ON_DEMAND, Limits.DEFAULTS);
        if (body.firstChild() == null || body.firstChild().firstChild() == null) {
            return;
        }
        Limits shallow = Limits.builder().treeDepth(1).treeElements(1_000).nameLength(100).build();
        Limits few = Limits.builder().treeDepth(100).treeElements(2).nameLength(100).build();
        assertThatCode(() -> c.parse(c.bytes(), COMPLETE, shallow)).satisfies(t -> allowed(t));
        assertThatCode(() -> c.parse(c.bytes(), COMPLETE, few)).satisfies(t -> allowed(t));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void fieldTypesSayWhetherThereIsANameOrValue(Parser parser) {
        assertThat(parser.fieldTypes()).isNotNull();
        parser.fieldTypes()
                .forEach(
                        (name, type) -> {
                            // base64Binary is added to the type of an element or attribute.
                            if (!name.equals("base64Binary")) {
                                assertThat(type >>> 24 & 3).as(name).isPositive();
                            }
                        });
    }

    @Property
    void damageIsAnErrorOfTheMessageAndNothingElse(@ForAll Random random) {
        cases().forEach(
                        c -> {
                            Bytes mutated = mutated(c.bytes(), random);
                            guarded(() -> c.parse(mutated, COMPLETE, Limits.DEFAULTS));
                            Element body = c.parse(mutated, ON_DEMAND, Limits.DEFAULTS);
                            guarded(() -> touchAll(body));
                            assertThat(c.write(body).array()).isSameAs(mutated.array());
                            guarded(() -> c.write(body.deepCopy()));
                        });
    }

    @Property
    void damageOfHeadersIsAnErrorOfTheMessageAndNothingElse(@ForAll Random random) {
        headers()
                .forEach(
                        h -> {
                            Bytes mutated = mutated(HeaderBytes.ALL.get(h.domain()), random);
                            guarded(
                                    () -> {
                                        Section section =
                                                h.parse(mutated, 1208, 273, Limits.DEFAULTS);
                                        touchAll(section.folder());
                                        h.write(
                                                section.folder().deepCopy(),
                                                1208,
                                                273,
                                                null,
                                                Limits.DEFAULTS);
                                    });
                        });
    }

    private static Bytes mutated(Bytes sample, Random random) {
        byte[] bytes = sample.toArray().clone();
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = bytes[random.nextInt(bytes.length)];
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                default -> bytes[at] = (byte) "<>&\"'{}[]:,/\\0!?".charAt(random.nextInt(16));
            }
        }
        return Bytes.of(bytes);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void severalThreadsMayUseOneParser(Case c) throws Exception {
        Callable<Bytes> work =
                () -> {
                    Bytes last = Bytes.EMPTY;
                    for (int i = 0; i < 200; i++) {
                        Element body = c.parse(c.bytes(), COMPLETE, Limits.DEFAULTS);
                        last = c.write(body.deepCopy());
                    }
                    return last;
                };
        Bytes expected = work.call();
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            for (var result : threads.invokeAll(List.of(work, work, work))) {
                assertThat(result.get()).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("headers")
    void aHeaderComesBackAsTheBytesItWas(HeaderParser parser) {
        assertThat(HeaderBytes.ALL).as("add a sample of the header").containsKey(parser.domain());
        Bytes bytes = join(HeaderBytes.ALL.get(parser.domain()), utf8("what follows"));
        Section section = parser.parse(bytes, 1208, 273, Limits.DEFAULTS);
        assertThat(section.length()).isEqualTo(HeaderBytes.ALL.get(parser.domain()).length());
        assertThat(section.following()).isEqualTo(parser.following(section.folder()));
        assertThat(section.following().format()).isEqualTo(parser.isMessage() ? "" : "MQSTR");
        touchAll(section.folder());
        Bytes written =
                parser.write(section.folder(), 1208, 273, section.following(), Limits.DEFAULTS);
        assertThat(written.array()).isSameAs(bytes.array());
        assertThat(written.length()).isEqualTo(section.length());
        assertThat(parser.write(section.folder().copy(), 1208, 273, null, Limits.DEFAULTS).array())
                .isSameAs(bytes.array());
    }

    @ParameterizedTest
    @MethodSource("headers")
    void aHeaderWrittenAnewReadsBackAsTheSameTree(HeaderParser parser) {
        Element folder =
                parser.parse(HeaderBytes.ALL.get(parser.domain()), 1208, 273, Limits.DEFAULTS)
                        .folder();
        for (int[] layout : new int[][] {{1208, 273}, {500, 546}, {819, 546}}) {
            Bytes written =
                    parser.write(folder.deepCopy(), layout[0], layout[1], null, Limits.DEFAULTS);
            Element again = parser.parse(written, layout[0], layout[1], Limits.DEFAULTS).folder();
            assertThat(dump(again)).isEqualTo(dump(folder));
        }
    }

    @ParameterizedTest
    @MethodSource("headers")
    void aHeaderAnnouncesWhatItIsToldTo(HeaderParser parser) {
        assumeFalse(parser.isMessage(), "announces nothing");
        Element folder =
                parser.parse(HeaderBytes.ALL.get(parser.domain()), 1208, 273, Limits.DEFAULTS)
                        .folder();
        var next = new HeaderParser.Following("OTHER", 500, 546);
        Bytes written = parser.write(folder, 1208, 273, next, Limits.DEFAULTS);
        assertThat(parser.parse(written, 1208, 273, Limits.DEFAULTS).following()).isEqualTo(next);
    }

    @ParameterizedTest
    @MethodSource("headers")
    void aHeaderThatIsCutOffIsReported(HeaderParser parser) {
        Bytes whole = HeaderBytes.ALL.get(parser.domain());
        for (int length = 0; length < whole.length(); length++) {
            Bytes cut = whole.slice(0, length);
            assertThatCode(() -> parser.parse(cut, 1208, 273, Limits.DEFAULTS))
                    .satisfies(t -> allowed(t));
        }
    }
}
