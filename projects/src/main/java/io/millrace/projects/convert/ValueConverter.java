package io.millrace.projects.convert;

import io.millrace.projects.dialect.Converter;
import io.millrace.projects.flow.Attribute;

import org.jspecify.annotations.Nullable;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The conversion of the values of single attributes. */
final class ValueConverter {

    private static final Pattern ROUTINE =
            Pattern.compile("esql://routine/([^#]*)#(.+?)(?:\\.Main)?");
    private static final Pattern MODEL = Pattern.compile("\\{(.*)}");
    private static final Pattern TYPE = Pattern.compile("(?:\\{.*})?:?(.*)");
    private static final Pattern WINDOWS = Pattern.compile("[A-Za-z]:[\\\\/].*|\\\\\\\\.*");

    private final Context context;

    ValueConverter(Context context) {
        this.context = context;
    }

    /**
     * The result of a conversion.
     *
     * @param value value; null if the property is not set
     * @param note difference; null if the value has the same effect
     */
    record Result(@Nullable String value, @Nullable String note) {
        static Result same(String value) {
            return new Result(value, null);
        }
    }

    Result convert(Converter converter, Attribute attribute) {
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
                : new Result(null, "the application has no message set " + name);
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
        context.findings().name(Environment.PATHS, path, attribute.place());
        String mapped = context.environment().path(path);
        if (mapped != null) {
            return Result.same(mapped);
        }
        if (!windows) {
            return Result.same(path);
        }
        String plain = path.replaceFirst("^(?:[A-Za-z]:)?[\\\\/]+", "").replace('\\', '/');
        return new Result(
                plain, "the Windows path is not mapped in environment.yaml; " + plain + " is used");
    }

    private Result url(Attribute attribute) {
        String url = attribute.value();
        context.findings().name(Environment.URLS, url, attribute.place());
        String mapped = context.environment().find(Environment.URLS, url);
        return Result.same(mapped == null ? url : mapped);
    }

    private static Result httpPath(String value) {
        String path = value.startsWith("/") ? value : "/" + value;
        int star = path.indexOf('*');
        return star >= 0 && star < path.length() - 1
                ? new Result(
                        path.substring(0, star + 1),
                        "only an asterisk at the end of a path is supported")
                : Result.same(path);
    }

    private Result credentials(Attribute attribute) {
        String name = attribute.value();
        context.findings().name(Environment.CREDENTIALS, name, attribute.place());
        String mapped = context.environment().find(Environment.CREDENTIALS, name);
        return mapped == null
                ? new Result(null, "environment.yaml maps no credentials to " + name)
                : Result.same(mapped);
    }
}
