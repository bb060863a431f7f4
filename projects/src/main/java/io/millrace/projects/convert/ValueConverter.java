package io.millrace.projects.convert;

import io.millrace.engine.error.SensitiveText;
import io.millrace.projects.dialect.Converter;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.flow.FlowNode;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The conversion of the values of single attributes. */
final class ValueConverter {

    private static final Pattern ROUTINE =
            Pattern.compile("esql://routine/([^#]*)#(.+?)(?:\\.Main)?");
    private static final Pattern MODEL = Pattern.compile("\\{(.*)}");
    private static final Pattern TYPE = Pattern.compile("(?:\\{.*})?:?(.*)");
    private static final Pattern WINDOWS = Pattern.compile("[A-Za-z]:[\\\\/].*|\\\\\\\\.*");

    /** Host name or address with an optional port. */
    private static final Pattern HOST =
            Pattern.compile("(?:[A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:]+])(?::\\d{1,5})?");

    private static final Set<String> FILE_SERVERS = Set.of("ftp", "ftps", "sftp");

    /** Attributes that name another queue manager. */
    static final List<String> QUEUE_MANAGERS =
            List.of("destinationQueueManagerName", "queueManagerName");

    private final Context context;

    ValueConverter(Context context) {
        this.context = context;
    }

    /**
     * The result of a conversion.
     *
     * @param property name of the property, if it is not that of the rule
     * @param value value; null if the property is not set
     * @param note difference; null if the value has the same effect
     */
    record Result(@Nullable String property, @Nullable String value, @Nullable String note) {
        static Result same(String value) {
            return new Result(null, value, null);
        }

        static Result near(@Nullable String value, String note) {
            return new Result(null, value, note);
        }
    }

    Result convert(Converter converter, FlowNode node, Attribute attribute) {
        String value = attribute.value();
        return switch (converter) {
            case NONE, DOMAIN, INSTANCES, XMLNSC -> Result.same(value);
            case ROUTINE -> Result.same(routine(value));
            case MODEL -> model(value);
            case TYPE -> Result.same(type(value));
            case FIELD -> Result.same(field(value));
            case LOCATION ->
                    Result.same(field(value).replaceFirst("^(?:Input|Output)(?=LocalEnv)", ""));
            case PATH -> path(attribute);
            case URL -> url(attribute);
            case HTTPPATH -> httpPath(value);
            case CREDENTIALS -> credentials(attribute);
            case QUEUE -> queue(node, attribute);
            case SERVER -> server(node, attribute);
            case PROXY -> proxy(attribute);
            case MAIL -> mail(attribute);
        };
    }

    private static String routine(String value) {
        Matcher routine = ROUTINE.matcher(value);
        if (!routine.matches()) {
            return value;
        }
        String schema = routine.group(1);
        return schema.isEmpty() ? routine.group(2) : schema + "." + routine.group(2);
    }

    /** Returns the name of a message set without braces. */
    static String modelName(String value) {
        Matcher model = MODEL.matcher(value);
        return model.matches() ? model.group(1) : value;
    }

    private Result model(String value) {
        String name = modelName(value);
        return context.models().contains(name)
                ? Result.same(name)
                : Result.near(null, "the application has no message set " + name);
    }

    private static String type(String value) {
        Matcher type = TYPE.matcher(value);
        return type.matches() ? type.group(1) : value;
    }

    private static String field(String value) {
        String path = value.strip();
        if (!path.startsWith("$")) {
            return path;
        }
        return path.substring(1).replace('/', '.');
    }

    private Result path(Attribute attribute) {
        String path = attribute.value();
        boolean windows = WINDOWS.matcher(path).matches();
        if (!windows && !path.startsWith("/")) {
            return Result.same(path);
        }
        name(Environment.PATHS, path, attribute);
        String mapped = context.environment().path(path);
        if (mapped != null) {
            return Result.same(mapped);
        }
        if (!windows) {
            return Result.same(path);
        }
        String plain = path.replaceFirst("^(?:[A-Za-z]:)?[\\\\/]+", "").replace('\\', '/');
        return Result.near(
                plain, "the Windows path is not mapped in environment.yaml; " + plain + " is used");
    }

    private Result url(Attribute attribute) {
        String url = attribute.value();
        String mapped = named(Environment.URLS, attribute);
        return Result.same(mapped == null ? url : mapped);
    }

    private static Result httpPath(String value) {
        String path = value.startsWith("/") ? value : "/" + value;
        int star = path.indexOf('*');
        return star >= 0 && star < path.length() - 1
                ? Result.near(
                        path.substring(0, star + 1),
                        "only an asterisk at the end of a path is supported")
                : Result.same(path);
    }

    private Result credentials(Attribute attribute) {
        String name = attribute.value();
        name(Environment.CREDENTIALS, name, attribute);
        String mapped = context.environment().find(Environment.CREDENTIALS, name);
        if (mapped == null) {
            return Result.near(null, "environment.yaml maps no credentials to " + name);
        }
        return Result.same(
                Environment.isMapping(mapped)
                        ? context.resources().add(Environment.CREDENTIALS, name, mapped)
                        : mapped);
    }

    private Result queue(FlowNode node, Attribute attribute) {
        String remote = remoteQueue(node, attribute.value());
        if (remote != null) {
            name(Environment.QUEUES, remote, attribute);
        }
        String mapped = mappedQueue(node, attribute.value());
        return Result.same(mapped == null ? attribute.value() : mapped);
    }

    /**
     * Returns the queue that {@code environment.yaml} specifies; null if the file does not specify
     * a queue.
     */
    @Nullable String mappedQueue(FlowNode node, String queue) {
        String remote = remoteQueue(node, queue);
        String mapped =
                remote == null ? null : context.environment().find(Environment.QUEUES, remote);
        return mapped != null ? mapped : context.environment().find(Environment.QUEUES, queue);
    }

    /** Returns {@code QUEUE@QUEUE_MANAGER}; null for a queue of the own queue manager. */
    private static @Nullable String remoteQueue(FlowNode node, String queue) {
        for (String name : QUEUE_MANAGERS) {
            Attribute manager = node.attributes().get(name);
            if (manager != null && !manager.value().isEmpty()) {
                return queue + "@" + manager.value();
            }
        }
        return null;
    }

    /**
     * Returns the endpoint of a file server. Generates the endpoint unless the server is mapped to
     * a name.
     */
    private Result server(FlowNode node, Attribute attribute) {
        Result mapped = endpoint(attribute);
        if (mapped != null) {
            return mapped;
        }
        Attribute type = node.attributes().get("remoteTransferType");
        String scheme =
                type == null || type.value().isEmpty()
                        ? "ftp"
                        : type.value().toLowerCase(Locale.ROOT);
        String host = attribute.value();
        if (!FILE_SERVERS.contains(scheme) || !HOST.matcher(host).matches()) {
            return Result.near(
                    null,
                    "files are not transferred: environment.yaml maps no endpoint to " + host);
        }
        String yaml =
                "{url: "
                        + Environment.quoted(scheme + "://" + host)
                        + (scheme.equals("ftp") ? ", tls: none}" : "}");
        return host(host, context.resources().add(Environment.ENDPOINTS, host, yaml));
    }

    private Result proxy(Attribute attribute) {
        Result mapped = endpoint(attribute);
        if (mapped != null) {
            return mapped;
        }
        String host = attribute.value().replaceFirst("^http://", "");
        if (!HOST.matcher(host).matches()) {
            return Result.near(
                    null,
                    "the proxy is not used: environment.yaml maps no endpoint to "
                            + SensitiveText.maskedUrl(attribute.value()));
        }
        String yaml = "{url: " + Environment.quoted("http://" + host) + ", tls: none}";
        return Result.same(context.resources().add(Environment.ENDPOINTS, "proxy-" + host, yaml));
    }

    private Result mail(Attribute attribute) {
        Result mapped = endpoint(attribute);
        return mapped == null
                ? host(attribute.value(), attribute.value())
                : new Result("endpoint", mapped.value(), null);
    }

    /**
     * Returns the value for a host that {@code environment.yaml} does not map. A name without a
     * domain is usually the name of a configurable service, whose values are not in the project.
     */
    private static Result host(String name, String value) {
        boolean isHost = name.contains(".") || name.contains(":") || name.equals("localhost");
        return isHost
                ? Result.same(value)
                : Result.near(
                        value,
                        """
                        %s is used as the name of a host; if it is a configurable service, \
                        specify its URL below endpoints in environment.yaml\
                        """
                                .formatted(name));
    }

    /** Records a name, unless it is the value of a property that is named like a secret. */
    private void name(String kind, String name, Attribute attribute) {
        if (!attribute.secret()) {
            context.findings().name(kind, name, attribute.place());
        }
    }

    /**
     * Records a name, with asterisks instead of a password in a URL. Returns the value that {@code
     * environment.yaml} specifies; null if it specifies none.
     */
    private @Nullable String named(String kind, Attribute attribute) {
        String name = SensitiveText.maskedUrl(attribute.value());
        name(kind, name, attribute);
        String mapped = context.environment().find(kind, attribute.value());
        return mapped == null ? context.environment().find(kind, name) : mapped;
    }

    /** Returns the endpoint that {@code environment.yaml} specifies; null if it specifies none. */
    private @Nullable Result endpoint(Attribute attribute) {
        String name = SensitiveText.maskedUrl(attribute.value());
        String mapped = named(Environment.ENDPOINTS, attribute);
        if (mapped == null) {
            return null;
        }
        return Result.same(
                Environment.isMapping(mapped)
                        ? context.resources().add(Environment.ENDPOINTS, name, mapped)
                        : mapped);
    }
}
