package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.runtime.Outcome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions of Route nodes in XPath. */
class RouteXPathTest {

    private static final String ORDER =
            """
            <?xml version="1.0"?><order id="A7" xmlns:p="urn:p"><!-- c --><item n="1"><price>10</price>\
            <name>Pen</name></item><item n="2"><price>120.5</price><name>Desk</name></item>\
            <item><price/><name>Gift</name></item><p:note>fragile</p:note>\
            <text>one <b>two</b></text><flag>true</flag></order>\
            """;

    private static final String JSON =
            "{\"order\": {\"id\": 7, \"lines\": [{\"q\": 1}, {\"q\": 25}], \"open\": true, \"x\":"
                    + " null}}";

    private final FlowRun run = new FlowRun();
    private Runnable beforeRoute = () -> {};

    @AfterEach
    void close() {
        run.close();
    }

    private FlowRun route(String domain, String condition) {
        return run.node("in", "MQInput", "queue=IN", "domain=" + domain)
                .test("set", this::set)
                .node(
                        "route",
                        "Route",
                        "filters",
                        "yes = " + condition + "\n",
                        "namespaces",
                        "p = urn:p")
                .sink("yes")
                .connect("in.out -> set", "set.out -> route");
    }

    private void set(MessageAssembly message) {
        beforeRoute.run();
        message.localEnvironment().add("Variables").add("Limit", Value.of(100));
        message.environment().add("Country", "DE");
    }

    private boolean isTrue(String domain, String text, String condition) {
        route(domain, condition).connect("route.yes -> yes");
        assertThat(run.problems.all().stream().map(p -> p.text())).isEmpty();
        run.run(text);
        return !run.seen.isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "$Body/order/@id = 'A7'                               ; true",
                "$Root/XMLNSC/order/@id = 'A8'                        ; false",
                "$InputRoot/*/order                                   ; true",
                "$InputBody/order/missing                             ; false",
                "not($Body/order/missing)                             ; true",
                "$Body/order/item/price > 100                         ; true",
                "$Body/order/item/price > 121                         ; false",
                "$Body/order/item[1]/price > 100                      ; false",
                "$Body/order/item[price > 100]/name = 'Desk'          ; true",
                "$Body/order/item[@n='2' and name='Desk']             ; true",
                "$Body/order/item[last()]/name = 'Gift'               ; true",
                "$Body/order/item[position() = 2]/@n = 2              ; true",
                "count($Body/order/item) = 3                          ; true",
                "count($Body/order/item/@n) = 2                       ; true",
                "sum($Body/order/item[@n]/price) = 130.5              ; true",
                "number($Body/order/item[3]/price) = 0                ; false",
                "$Body//name[starts-with(., 'De')]                    ; true",
                "$Body//p:note = 'fragile'                            ; true",
                "$Body//note                                          ; false",
                "$Body//*[local-name() = 'note']                      ; true",
                "$Body/order/item/name/../price = 10                  ; true",
                "$Body/order/item[2]/preceding-sibling::item/name = 'Pen'  ; true",
                "$Body/order/item[1]/name/ancestor::order/@id = 'A7'  ; true",
                "contains(translate($Body//name, 'P', 'p'), 'pen')    ; true",
                "string-length(normalize-space($Body/order/text)) > 2 ; true",
                "$Body/order/item/name/text() = 'Desk'                ; true",
                "$Body/order/flag = 'true'                            ; true",
                "$Body/order/item/price > $LocalEnvironment/Variables/Limit ; true",
                "$Environment/Country = 'DE' and $Properties/Transactional ; true",
                "$Root/MQMD/Persistence >= 0 or false()               ; true",
                "$Body/order/item[1] | $Body/order/none               ; true",
                "'$' = concat('$', substring(string($Body/none), 1))  ; true",
            })
    void anExpressionOverXmlIsEvaluated(String condition, boolean expected) {
        assertThat(isTrue("XMLNSC", ORDER, condition)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "$Body/Data/order/id = 7                              ; true",
                "$Body/Data/order/lines/Item/q > 20                   ; true",
                "$Root/JSON/Data/order/lines/Item[1]/q > 20           ; false",
                "count($Body/Data/order/lines/*) = 2                  ; true",
                "$Body/Data/order/x                                   ; true",
                "string($Body/Data/order/x) = ''                      ; true",
            })
    void anExpressionOverJsonIsEvaluated(String condition, boolean expected) {
        assertThat(isTrue("JSON", JSON, condition)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"XML", "XMLNS"})
    void theTreesOfOtherXmlDomainsHaveTextNodes(String domain) {
        assertThat(
                        isTrue(
                                domain,
                                ORDER,
                                "$Body/order/item[name = 'Desk' and price/text() > 100]/@n = 2"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "$Body/order[       ; invalid XPath at character 13 ('')",
                "$Body/order = 'x   ; invalid XPath at character",
                "$Boddy/order       ; unknown variable $Boddy; did you mean Body?",
                "$Body/a = /b       ; the path /child::b must begin with a variable",
                "$Body/a = b        ; the path child::b must begin with a variable",
                "/order = $Body/a   ; must begin with a variable (found /order = $Body/a)",
                "cuont($Body/a) = 1 ; unknown function cuont did you mean count?",
                "$Body/a/namespace::x ; the axis namespace is not supported",
                "$Body/comment()    ; is not supported; message trees have only elements",
                "$Body/q:a          ; the prefix of child::q:a is not declared; add it to"
                        + " namespaces",
            })
    void anErrorOfAnExpressionIsReportedByTheCheck(String condition, String expected) {
        route("XMLNSC", condition);
        assertThat(run.problems.all()).hasSize(1);
        assertThat(run.problems.all().getFirst().text()).contains(expected);
    }

    @Test
    void onlyTheAccessedPartOfAMessageIsParsed() {
        String damaged = "<order><id>7</id><rest>&unknown;</rest></order>";
        assertThat(isTrue("XMLNSC", damaged, "$Body/order/id = 7")).isTrue();
    }

    @Test
    void aWrongNumberOfArgumentsFailsWithTheExpression() {
        route("XMLNSC", "contains($Body/order)");
        assertThat(run.run(ORDER).failure().root())
                .hasMessageContaining(
                        "the XPath expression contains($Body/order) cannot be evaluated");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "string($Body/a/z | $Body/a/b[1]) = '1'                  ; true",
                "string($Body/a/z | $Body/a/b) = '1'                     ; true",
                "string(($Body/a/z | $Body//c)[last()]) = '6'            ; true",
                "name(($Body/a/b[2]/c | $Body/a/b[2])[1]) = 'b'          ; true",
                "string($Body/a/b[2]/@y | $Body/a/b[2]/c[1]) = '9'       ; true",
                "name(($Body/a/b/c | $Body/a/b/@y)[2]) = 'c'             ; true",
                "string(($Body//b/c)[1]) = '3'                           ; true",
                "string(($Body//b/c)[2]) = '5'                           ; true",
                "string(($Body//b/c)[3]) = '4'                           ; true",
                "string(($Body/a/b[3]/preceding-sibling::b)[1]) = '1'    ; true",
                "string($Body/a/b[1]/text() | $Body/a/z) = '1'           ; true",
                "count($Body//b | $Body//c | $Body//b) = 8               ; true",
            })
    void aNodeSetIsInDocumentOrder(String condition, boolean expected) {
        String nested =
                "<a><b>1</b><b y=\"9\">2<c>3</c><b><c>5</c></b><c>4</c></b><b/><z><c>6</c></z></a>";
        assertThat(isTrue("XMLNSC", nested, condition)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "count($Body/a/c | $Body/a/b) = 200000                              ; <b/><c/>",
                "count($Body/a/c | $Body/a/b | $Body/a/b/@x) = 200000                ; <b/><c/>",
                "string($Body//c/preceding-sibling::b[1]) = '1'                     ; <b>1</b><c/>",
                "count($Body/a/b/c/parent::b) = 100000                              ; <b><c/></b>",
            })
    void nodeSetsOfManySiblingsAreSorted(String condition, String part) {
        int count = condition.contains("preceding") ? 2_000 : 100_000;
        assertThat(isTrue("XMLNSC", "<a>" + part.repeat(count) + "</a>", condition)).isTrue();
    }

    private static final String ENDLESS = "$Body//b[count($Body//b[count($Body//b) > 1]) > 1]";

    private Outcome runEndless() {
        route("XMLNSC", ENDLESS).connect("route.yes -> yes");
        return run.run("<a>" + "<b/>".repeat(100_000) + "</a>");
    }

    @Test
    void anEvaluationHasATimeLimit() {
        run.limits = Limits.builder().esqlMillis(300).build();
        assertThat(runEndless().failure().root())
                .hasMessageContaining("the program exceeded its time limit of 300 ms")
                .extracting(MillraceException::code)
                .isEqualTo(ErrorCode.ESQL_TIME);
    }

    @Test
    void anEvaluationEndsWhenItsFlowIsStopped() {
        beforeRoute = () -> Thread.currentThread().interrupt();
        try {
            assertThat(runEndless().failure().root())
                    .extracting(MillraceException::code)
                    .isEqualTo(ErrorCode.FLOW_STOPPED);
        } finally {
            Thread.interrupted();
        }
    }
}
