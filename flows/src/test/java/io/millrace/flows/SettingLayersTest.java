package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingValue;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The order of precedence of settings, and their origins. */
final class SettingLayersTest {

    private static final String FLOW =
            """
            flow: orders
            additionalInstances: 1
            externals: {rate: 0.1}
            nodes:
              In: {type: MQInput, queueName: "${queue}"}
              Price: {type: Compute, module: Price}
              One: {type: Subflow, flow: tax, queue: ONE.OUT}
              Two: {type: Subflow, flow: tax, queue: TWO.OUT, externals: {rate: 0.3}}
            connections:
              In.out: Price
              Price.out: [One, Two]
            """;

    private static final String SUBFLOW =
            """
            subflow: tax
            properties: {queue: Out.queueName}
            externals: {rate: 0.2}
            nodes:
              in: {type: Input}
              Tax: {type: Compute, module: Tax}
              Out: {type: MQOutput, queueName: TAX.OUT}
            connections:
              in.out: Tax
              Tax.out: Out
            """;

    private static final String ESQL =
            """
            DECLARE rate EXTERNAL DECIMAL 0.01;
            DECLARE unit EXTERNAL CHARACTER 'EUR';
            CREATE COMPUTE MODULE Price
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET Environment.seen = CAST(rate AS CHARACTER) || unit;
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Tax
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot.XMLNSC.tax =
                  Environment.seen || ' ' || CAST(rate AS CHARACTER) || unit;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static final String APPLICATION =
            """
            name: shop
            parameters:
              default: {queue: ORDERS.IN}
              live: {queue: LIVE.IN}
            """;

    private static Map<String, String> files(String application, String overrides) {
        Map<String, String> files = new HashMap<>();
        files.put("orders.flow.yaml", FLOW);
        files.put("tax.subflow.yaml", SUBFLOW);
        files.put("orders.esql", ESQL);
        files.put("application.yaml", APPLICATION + application);
        files.put("overrides.yaml", overrides);
        return files;
    }

    private static Application application(
            String application, String overrides, ApplicationOptions options) {
        return Application.of("shop", files(application, overrides), options);
    }

    private static SettingValue setting(Application application, String key) {
        return application.settings().stream()
                .filter(s -> s.key().equals(key))
                .map(EffectiveSetting::value)
                .findFirst()
                .orElseThrow();
    }

    private static List<String> outputs(Application application) {
        try (Flow flow = Flow.of(application, "orders")) {
            FlowResult result = flow.process("<order/>");
            return List.of(
                    result.outputs("ONE.OUT").getFirst().text(),
                    result.outputs("TWO.OUT").getFirst().text());
        }
    }

    private static String origin(SettingValue value) {
        return value.text()
                + " "
                + value.layer().label()
                + " "
                + value.place().source().name()
                + ":"
                + value.place().line();
    }

    @Test
    void aValueOfALaterLayerReplacesThoseOfEarlierLayers() {
        String application =
                "executionGroups: {default: {flows: {orders: {additionalInstances: 2}}}}\n";
        String all = "default: {orders#additionalInstances: 3}\n";
        String live = "live: {orders#additionalInstances: 4}\n";
        ApplicationOptions none = ApplicationOptions.DEFAULTS;
        ApplicationOptions chosen = ApplicationOptions.environment("live");
        ApplicationOptions changed = chosen.with("orders#additionalInstances", "5");
        String key = "orders#additionalInstances";
        assertThat(
                        List.of(
                                origin(setting(application("", "", none), key)),
                                origin(setting(application(application, "", none), key)),
                                origin(setting(application(application, all + live, none), key)),
                                origin(setting(application(application, all + live, chosen), key)),
                                origin(setting(application(application, all, changed), key))))
                .containsExactly(
                        "1 flow orders.flow.yaml:2",
                        "2 application application.yaml:5",
                        "3 overrides overrides.yaml:1",
                        "4 environment overrides.yaml:2",
                        "5 operator --set:1");
    }

    @Test
    void overridesApplyToNodesPromotedPropertiesAndNodesOfSubflowInstances() {
        String overrides =
                """
                default:
                  orders#In.queueName: "X.${queue}"
                  orders#One.queue: A
                  orders#Two.Out.queueName: B
                """;
        Application application = application("", overrides, ApplicationOptions.DEFAULTS);
        assertThat(setting(application, "orders#In.queue").text()).isEqualTo("X.ORDERS.IN");
        assertThat(setting(application, "orders#In.queue").written()).containsExactly("X.${queue}");
        assertThat(setting(application, "orders#One.Out.queue").text()).isEqualTo("A");
        assertThat(setting(application, "orders#Two.Out.queue").text()).isEqualTo("B");
        assertThat(setting(application, "orders#In.orderMode").layer()).isEqualTo(Layer.DEFAULT);
    }

    @Test
    void theFlowAndEachSubflowInstanceHaveTheirOwnExternals() {
        assertThat(outputs(application("", "", ApplicationOptions.DEFAULTS)))
                .containsExactly("<tax>0.1EUR 0.2EUR</tax>", "<tax>0.1EUR 0.3EUR</tax>");
        assertThat(
                        outputs(
                                application(
                                        "externals: {unit: USD}\n",
                                        """
                                        default:
                                          orders#externals.rate: 0.4
                                          orders#One.externals.rate: 0.5
                                        """,
                                        ApplicationOptions.DEFAULTS)))
                .containsExactly("<tax>0.4USD 0.5USD</tax>", "<tax>0.4USD 0.3USD</tax>");
    }

    @Test
    void externalsOfTheApplicationReplaceThoseOfAllFlows() {
        ApplicationOptions options =
                ApplicationOptions.DEFAULTS.with("orders#Two.externals.rate", "0.7");
        assertThat(outputs(application("externals: {rate: 0.6}\n", "", options)))
                .containsExactly("<tax>0.6EUR 0.6EUR</tax>", "<tax>0.6EUR 0.7EUR</tax>");
        assertThat(
                        outputs(
                                application(
                                        "",
                                        "default: {externals.unit: GBP}",
                                        ApplicationOptions.DEFAULTS)))
                .containsExactly("<tax>0.1GBP 0.2GBP</tax>", "<tax>0.1GBP 0.3GBP</tax>");
    }

    @Test
    void anExternalOfAnInnerSubflowCanBePromoted() {
        Map<String, String> files = files("", "");
        files.put(
                "outer.subflow.yaml",
                """
                subflow: outer
                properties: {percent: Inner.externals.rate}
                nodes:
                  in: {type: Input}
                  Inner: {type: Subflow, flow: tax}
                connections: {in.out: Inner}
                """);
        files.put(
                "orders.flow.yaml",
                FLOW.replace(
                        "flow: tax, queue: TWO.OUT, externals: {rate: 0.3}}",
                        "flow: outer, percent: 0.9}"));
        Application application = Application.of("shop", files);
        assertThat(setting(application, "orders#Two.Inner.externals.rate").text()).isEqualTo("0.9");
    }

    @Test
    void everyWrongNameIsReportedWithTheNearestName() {
        ApplicationOptions options =
                ApplicationOptions.DEFAULTS
                        .with("order#In.queueName", "A")
                        .with("orders#Im.queueName", "A")
                        .with("orders#In.queuName", "A")
                        .with("orders#One.queu", "A")
                        .with("orders#additionalInstance", "1")
                        .with("queueName", "A");
        assertThatThrownBy(() -> application("", "", options))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e ->
                                assertThat(e.problems().stream().map(SettingLayersTest::shown))
                                        .containsExactlyInAnyOrder(
                                                "'queueName' is not the full name of a setting |"
                                                        + " write FLOW#KEY, FLOW#NODE.PROPERTY,"
                                                        + " FLOW#externals.NAME or externals.NAME",
                                                "the application has no flow order | did you mean"
                                                        + " orders?",
                                                "the flow orders has no node Im | did you mean In?",
                                                "MQInput has no property queuName | did you mean"
                                                        + " queueName?",
                                                "the subflow tax promotes no property queu | did"
                                                        + " you mean queue?",
                                                "a flow has no key additionalInstance | did you"
                                                        + " mean additionalInstances?"));
    }

    private static String shown(Problem problem) {
        return problem.text() + " | " + problem.hint();
    }

    @Test
    void anExternalMustBeDeclaredAndMustHaveItsType() {
        Map<String, String> files = files("", "default: {orders#externals.rat: 0.4}");
        files.put("orders.flow.yaml", FLOW.replace("rate: 0.3", "rate: much"));
        assertThatThrownBy(() -> Application.of("shop", files))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e ->
                                assertThat(e.problems().stream().map(SettingLayersTest::shown))
                                        .containsExactly(
                                                "rate must be a value of the type DECIMAL (found"
                                                        + " 'much') | the variable is declared in"
                                                        + " orders.esql:1:9",
                                                "the ESQL of the application declares no EXTERNAL"
                                                        + " variable rat | did you mean rate?"));
    }

    @Test
    void aRequiredPropertyCanBeSetByAnOverrideAlone() {
        Map<String, String> files = files("", "default: {orders#In.queueName: A}");
        files.put("orders.flow.yaml", FLOW.replace(", queueName: \"${queue}\"", ""));
        assertThat(Application.of("shop", files).inputs("orders")).containsValue("A");
        files.remove("overrides.yaml");
        assertThatThrownBy(() -> Application.of("shop", files))
                .hasMessageContaining("requires the property queue");
    }

    @Test
    void environmentVariablesReplaceReferencesToThem() {
        Map<String, String> files = files("", "default: {orders#One.queue: \"A.${env:USER_X}\"}");
        assertThatThrownBy(() -> Application.of("shop", files))
                .hasMessageContaining("the environment variable USER_X is not set");
        files.put("overrides.yaml", "default: {orders#externals.rate: \"0.${env:HOME}\"}");
        assertThatThrownBy(() -> Application.of("shop", files))
                .hasMessageContaining("found '0." + System.getenv("HOME"));
    }

    @Test
    void anUnknownEnvironmentIsReported() {
        assertThatThrownBy(
                        () ->
                                application(
                                        "",
                                        "test: {orders#One.queue: A}",
                                        ApplicationOptions.environment("tset")))
                .hasMessageContaining("found tset, expected an environment");
        assertThat(
                        setting(
                                        application(
                                                "",
                                                "test: {orders#One.queue: A}",
                                                ApplicationOptions.environment("test")),
                                        "orders#One.Out.queue")
                                .text())
                .isEqualTo("A");
    }
}
