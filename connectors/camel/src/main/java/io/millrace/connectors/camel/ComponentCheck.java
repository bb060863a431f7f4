package io.millrace.connectors.camel;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.resource.Secret;

import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.tooling.model.ComponentModel.EndpointOptionModel;
import org.apache.camel.util.URISupport;

import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A check of the URI and options of a node against the catalogue. */
final class ComponentCheck {

    /** Properties of all nodes. */
    static final String PROPERTIES =
            """
            uri [required TEXT]: URI of the endpoint, for example `file:orders` or
              `jms:queue:ORDERS`. It begins with the name of the component and can contain options
              after a question mark.
            parameters [LIST]: Options of the endpoint, as a list of `name=value`.
            beans [LIST]: Objects that the component uses: a list of `name=#class:CLASS`,
              followed by entries `name.property=value` for the properties of the object. A
              component automatically uses an object of a type that it needs. Options refer to an
              object
              with `#name`.
            credentials [CREDENTIALS]: Name of the credentials of the component. The strings
              `{{user}}` and `{{password}}` in parameters and beans are replaced with them. Without
              such strings, the options of the component for user and password are set to them.
            tls [CERTIFICATES]: Name of the certificates for connections with TLS, for a component
              with the option sslContextParameters, for example http, netty-http, ftps or imaps.
            """;

    /** Name of the property with certificates, and of their bean. */
    static final String TLS = "tls";

    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][\\w+.-]*):(.*)");
    private static final Pattern URI_PASSWORD = Pattern.compile("//[^/@]*:[^/@]+@.*");
    private static final Pattern MISPLACED_OPTION = Pattern.compile("&\\w+=");
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?");

    /** Names of the options for a user and a password, of which the first known pair is used. */
    private static final List<List<String>> LOGINS =
            List.of(
                    List.of("username", "password"),
                    List.of("userName", "password"),
                    List.of("user", "password"),
                    List.of("authUsername", "authPassword"),
                    List.of("accessKey", "secretKey"));

    private final NodeDefinition node;
    private final DeployContext context;
    private final boolean receives;
    private final ClassLoader loader;

    private ComponentCheck(NodeDefinition node, DeployContext context, boolean receives) {
        this.node = node;
        this.context = context;
        this.receives = receives;
        loader = context.jars(ComponentCheck.class.getClassLoader());
    }

    /**
     * Checks a node.
     *
     * @param receives whether the node receives messages
     * @return null if problems were reported
     */
    static ComponentSettings of(NodeDefinition node, DeployContext context, boolean receives) {
        return new ComponentCheck(node, context, receives).settings();
    }

    private ComponentSettings settings() {
        String uri = node.text("uri").strip();
        int question = uri.indexOf('?');
        String path = question < 0 ? uri : uri.substring(0, question);
        Matcher scheme = SCHEME.matcher(path);
        if (!scheme.matches()) {
            bad(
                    "uri",
                    "uri must begin with a component, for example file:orders (found "
                            + SensitiveText.maskedUrl(uri)
                            + ")");
            return null;
        }
        if (question < 0 && MISPLACED_OPTION.matcher(path).find()) {
            bad(
                    "uri",
                    "options in uri must begin with ?, and & separates further options (found "
                            + SensitiveText.maskedUrl(uri)
                            + ")");
            return null;
        }
        if (URI_PASSWORD.matcher(scheme.group(2)).matches()) {
            bad("uri", "uri must not contain a password; set credentials instead");
            return null;
        }
        String component = scheme.group(1);
        if (receives && !Guarantee.isSupported(component)) {
            bad(
                    "uri",
                    "CamelInput cannot receive from the component %s, which does not acknowledge a message by the end of its exchange"
                            .formatted(component));
            return null;
        }
        ComponentModel model = Catalogue.instance().component(component, loader);
        if (!Catalogue.isOnClassPath(component, loader)) {
            missing(component, model);
            return null;
        }
        Map<String, String> options = new LinkedHashMap<>();
        if (question >= 0) {
            query(uri.substring(question + 1), options);
        }
        entries("parameters", options);
        Map<String, String> beans = new LinkedHashMap<>();
        entries("beans", beans);
        beans(beans);
        if (model != null) {
            check(model, options);
            path(model, scheme.group(2));
        }
        login(component, model, options, beans);
        tls(component, model, options);
        if (receives) {
            Guarantee.defaults(component).forEach(options::putIfAbsent);
        }
        return context.problems().hasErrors()
                ? null
                : new ComponentSettings(
                        component,
                        path,
                        options,
                        beans,
                        node.text("credentials"),
                        node.text(TLS),
                        loader);
    }

    private void missing(String component, ComponentModel model) {
        if (model == null) {
            error(
                    ErrorCode.UNKNOWN_COMPONENT,
                    "uri",
                    "the component " + component + " is unknown",
                    Problems.didYouMean(
                            component,
                            Catalogue.instance().names(),
                            "copy the jar of the component to the folder lib"));
            return;
        }
        error(
                ErrorCode.UNKNOWN_COMPONENT,
                "uri",
                "the component " + component + " is not on the class path",
                "copy %s-%s.jar and the jars that it needs to the folder lib of the application or of the home"
                        .formatted(model.getArtifactId(), model.getVersion()));
    }

    private void query(String query, Map<String, String> options) {
        try {
            URISupport.parseQuery(query, true)
                    .forEach((name, value) -> options.put(name, String.valueOf(value)));
        } catch (URISyntaxException e) {
            bad("uri", "the options of uri must have the form name=value&name=value");
        }
    }

    private void entries(String property, Map<String, String> to) {
        for (String entry : node.list(property)) {
            int equals = entry.indexOf('=');
            if (equals < 1) {
                bad(
                        property,
                        "%s must be a list of name=value (found %s)"
                                .formatted(property, Secret.masked(entry)));
                continue;
            }
            String name = entry.substring(0, equals).strip();
            if (to.put(name, entry.substring(equals + 1).strip()) != null) {
                error(
                        ErrorCode.DUPLICATE_NAME,
                        property,
                        "the name " + name + " is used twice",
                        "remove one of the entries");
            }
        }
    }

    /** Checks that each property of a bean comes after a bean with a class. */
    private void beans(Map<String, String> beans) {
        Set<String> known = new TreeSet<>();
        beans.forEach(
                (name, value) -> {
                    int dot = name.indexOf('.');
                    if (dot >= 0) {
                        if (!known.contains(name.substring(0, dot))) {
                            bad(
                                    "beans",
                                    "the property "
                                            + name
                                            + " must follow its bean, for example "
                                            + name.substring(0, dot)
                                            + "=#class:com.example.Factory");
                        }
                        secret("beans", name, value, isSecretName(name));
                    } else if (value.startsWith("#class:")) {
                        known.add(name);
                    } else {
                        bad(
                                "beans",
                                "the bean %s must have a class in the form #class:CLASS (found %s)"
                                        .formatted(name, Secret.masked(value)));
                    }
                });
    }

    private static boolean isSecretName(String name) {
        return SensitiveText.isSecretName(name.substring(name.lastIndexOf('.') + 1));
    }

    private void check(ComponentModel model, Map<String, String> options) {
        String component = model.getScheme();
        if (receives ? model.isProducerOnly() : model.isConsumerOnly()) {
            bad(
                    "uri",
                    "the component %s can only %s; use %s"
                            .formatted(
                                    component,
                                    receives ? "send messages" : "receive messages",
                                    receives ? "CamelOutput or CamelRequest" : "CamelInput"));
        }
        Map<String, EndpointOptionModel> known = new LinkedHashMap<>();
        model.getEndpointParameterOptions().forEach(o -> known.put(o.getName(), o));
        options.forEach(
                (name, value) -> {
                    EndpointOptionModel option = find(model, name, known);
                    if (option != null) {
                        option(component, option, name, value);
                    } else if (!model.isLenientProperties()) {
                        error(
                                ErrorCode.UNKNOWN_KEY,
                                property(name),
                                "the component " + component + " has no option " + name,
                                Problems.didYouMean(
                                        name,
                                        known.keySet(),
                                        "https://camel.apache.org/components/4.18.x/"
                                                + component
                                                + "-component.html lists the options"));
                    }
                });
        for (EndpointOptionModel option : known.values()) {
            boolean missing = option.isRequired() && option.getDefaultValue() == null;
            if (missing && applies(option) && !options.containsKey(option.getName())) {
                error(
                        ErrorCode.MISSING_KEY,
                        "uri",
                        "the component " + component + " requires the option " + option.getName(),
                        "add it to parameters");
            }
        }
    }

    private static EndpointOptionModel find(
            ComponentModel model, String name, Map<String, EndpointOptionModel> known) {
        EndpointOptionModel found = known.get(name);
        if (found != null) {
            return found;
        }
        return model.getEndpointParameterOptions().stream()
                .filter(o -> o.isMultiValue() && o.getPrefix() != null)
                .filter(o -> name.startsWith(o.getPrefix()))
                .findFirst()
                .orElse(null);
    }

    private void option(String component, EndpointOptionModel option, String name, String value) {
        String property = property(name);
        if (!applies(option)) {
            bad(
                    property,
                    "the option %s of the component %s is for nodes that %s"
                            .formatted(name, component, receives ? "send" : "receive"));
            return;
        }
        if (receives && Guarantee.isRefused(component, name, value)) {
            bad(
                    property,
                    "the option %s=%s would acknowledge a message before its unit of work has ended"
                            .formatted(name, value));
            return;
        }
        if (option.isSecret()) {
            secret(property, name, value, !name.toLowerCase(Locale.ROOT).contains("user"));
        }
        boolean isReference = value.startsWith("#") || ComponentSettings.hasPlaceholder(value);
        String expected = isReference ? "" : expected(option, value);
        if (!expected.isEmpty()) {
            bad(property, "%s must be %s (found %s)".formatted(name, expected, value));
        }
    }

    /** Reports a secret that is written in the flow. */
    private void secret(String property, String name, String value, boolean isSecret) {
        if (isSecret && !value.startsWith("#") && !ComponentSettings.hasPlaceholder(value)) {
            bad(
                    property,
                    "%s must not contain a secret; set credentials and write {{password}} as its value"
                            .formatted(name));
        }
    }

    /** Returns the description of valid values; empty if a value is valid. */
    private static String expected(EndpointOptionModel option, String value) {
        boolean isNumber = NUMBER.matcher(value).matches();
        return switch (option.getType()) {
            case "boolean" -> value.matches("(?i)true|false") ? "" : "true or false";
            case "integer", "number", "duration" ->
                    isNumber || Catalogue.instance().isDuration(value)
                            ? ""
                            : "a number, or a duration such as 1m30s";
            case "enum" ->
                    option.getEnums().stream().anyMatch(value::equalsIgnoreCase)
                            ? ""
                            : "one of " + String.join(", ", option.getEnums());
            default -> "";
        };
    }

    /** Whether an option is for the direction of the node. */
    private boolean applies(EndpointOptionModel option) {
        String label = option.getLabel() == null ? "" : option.getLabel();
        boolean forConsumer = label.contains("consumer");
        boolean forProducer = label.contains("producer");
        return forConsumer == forProducer || (receives ? forConsumer : forProducer);
    }

    private void path(ComponentModel model, String rest) {
        boolean required =
                model.getEndpointPathOptions().stream()
                        .anyMatch(o -> o.isRequired() && o.getDefaultValue() == null);
        if (required && rest.replace("/", "").isEmpty() && !rest.startsWith("/")) {
            error(
                    ErrorCode.MISSING_KEY,
                    "uri",
                    "uri must have the form " + model.getSyntax(),
                    "add the missing part");
        }
    }

    /** Adds the options for user and password, if the node has credentials. */
    private void login(
            String component,
            ComponentModel model,
            Map<String, String> options,
            Map<String, String> beans) {
        boolean hasPlaceholder =
                options.values().stream().anyMatch(ComponentSettings::hasPlaceholder)
                        || beans.values().stream().anyMatch(ComponentSettings::hasPlaceholder);
        boolean hasCredentials = !node.text("credentials").isEmpty();
        if (hasPlaceholder && !hasCredentials) {
            bad("uri", "{{user}} and {{password}} require credentials");
        }
        if (hasPlaceholder || !hasCredentials) {
            return;
        }
        Set<String> names = new TreeSet<>();
        if (model != null) {
            model.getEndpointParameterOptions().forEach(o -> names.add(o.getName()));
        }
        for (List<String> login : LOGINS) {
            if (names.containsAll(login)) {
                options.put(login.get(0), ComponentSettings.USER);
                options.put(login.get(1), ComponentSettings.PASSWORD);
                return;
            }
        }
        bad(
                "credentials",
                "the component %s has no options for a user and a password; write {{user}} and {{password}} in parameters or beans"
                        .formatted(component));
    }

    private void tls(String component, ComponentModel model, Map<String, String> options) {
        if (node.text(TLS).isEmpty()) {
            return;
        }
        String option = CertificatesContext.OPTION;
        boolean hasOption =
                model == null
                        || model.getEndpointParameterOptions().stream()
                                .anyMatch(o -> o.getName().equals(option));
        if (!hasOption) {
            bad(
                    TLS,
                    "tls cannot be combined with the component %s, which has no option %s"
                            .formatted(component, option));
        } else if (component.equals("kafka")) {
            error(
                    ErrorCode.BAD_VALUE,
                    TLS,
                    "tls cannot be combined with the component kafka, which reads the files of its"
                            + " certificates itself",
                    "set its options, for example securityProtocol=SSL and sslTruststoreLocation");
        } else if (options.put(option, "#" + TLS) != null) {
            bad(property(option), "tls cannot be combined with the option " + option);
        }
    }

    /** Returns the property that contains an option. */
    private String property(String option) {
        boolean listed =
                node.list("parameters").stream()
                        .anyMatch(entry -> entry.replaceFirst("\\s*=.*", "").equals(option));
        return listed ? "parameters" : "uri";
    }

    private void bad(String property, String text) {
        context.problems().error(ErrorCode.BAD_VALUE, node.place(property), text);
    }

    private void error(ErrorCode code, String property, String text, String hint) {
        Place place = node.place(property);
        context.problems().error(code, place, text, hint);
    }
}
