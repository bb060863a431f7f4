package io.millrace.flows.definition;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.setting.SettingValue;
import io.millrace.parsers.text.Substitution;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * The application's parameters in one environment: the values that replace <code>${name}</code>
 * in its files.
 *
 * <p><code>${env:NAME}</code> is replaced by an environment variable of the process. {@code $${} produces a plain <code>${</code>. The values of parameters are not substituted
 * again.
 *
 * @param environment name of the environment; empty if none was selected
 * @param values values by name
 * @param others other parameters, with the name of an environment that defines them
 */
public record Parameters(
        String environment, Map<String, SettingValue> values, Map<String, String> others)
        implements Substitution {

    /**
     * The substitution in the values of parameters themselves, which can contain environment
     * variables only.
     */
    public static final Substitution IN_PARAMETERS =
            (text, place, problems) -> fill(text, place, problems, Parameters::variableOnly);

    /** The name of a field of the message, which is not a parameter. */
    private static final Pattern FIELD =
            Pattern.compile(
                    "(Input|Output)?(Root|Body|Properties|LocalEnvironment)\\..*|Environment\\..*"
                        + "|(body|headers?|exchange|message|property|exchangeProperty)(\\..*)?");

    /** Prefix of the names of environment variables. */
    private static final String ENVIRONMENT_VARIABLE = "env:";

    /** A source of the value of a name. */
    private interface Lookup {
        String value(String name, Place place, Problems problems);
    }

    public static final Parameters NONE = new Parameters("", Map.of(), Map.of());

    public Parameters {
        values = Map.copyOf(values);
        others = Map.copyOf(others);
    }

    /**
     * Substitutes the parameters. A parameter that cannot be replaced is reported as a problem and
     * stays unchanged.
     */
    @Override
    public String fill(String text, Place place, Problems problems) {
        return fill(text, place, problems, this::value);
    }

    private static String fill(String text, Place place, Problems problems, Lookup lookup) {
        int dollar = text.indexOf("${");
        if (dollar < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        while (dollar >= 0) {
            if (dollar > from && text.charAt(dollar - 1) == '$') {
                out.append(text, from, dollar - 1).append("${");
                from = dollar + 2;
            } else {
                int end = text.indexOf('}', dollar);
                if (end < 0) {
                    problems.error(
                            ErrorCode.BAD_VALUE,
                            ValuePosition.of(place, text, dollar, 2),
                            "the parameter that begins with ${ has no closing }",
                            "write $${ for a literal ${");
                    break;
                }
                out.append(text, from, dollar);
                out.append(
                        lookup.value(
                                text.substring(dollar + 2, end),
                                ValuePosition.of(place, text, dollar, end + 1 - dollar),
                                problems));
                from = end + 1;
            }
            dollar = text.indexOf("${", from);
        }
        return out.append(text, from, text.length()).toString();
    }

    private String value(String name, Place place, Problems problems) {
        if (name.startsWith(ENVIRONMENT_VARIABLE)) {
            return variable(name.substring(ENVIRONMENT_VARIABLE.length()), place, problems);
        }
        SettingValue value = values.get(name);
        if (value == null) {
            String where = environment.isEmpty() ? "" : " in the environment " + environment;
            problems.error(
                    ErrorCode.UNKNOWN_PARAMETER,
                    place,
                    "the parameter " + name + " has no value" + where,
                    others.containsKey(name)
                            ? "only the environment "
                                    + others.get(name)
                                    + " defines it: specify --environment "
                                    + others.get(name)
                                    + ", or define it below default in application.yaml"
                            : FIELD.matcher(name).matches()
                                    ? "here ${...} inserts a parameter, not a field of the message;"
                                            + " a Compute node can set the value in the message"
                                    : Problems.didYouMean(
                                            name,
                                            values.keySet(),
                                            "define it below parameters in application.yaml"));
            return "";
        }
        return value.text();
    }

    private static String variableOnly(String name, Place place, Problems problems) {
        if (name.startsWith(ENVIRONMENT_VARIABLE)) {
            return variable(name.substring(ENVIRONMENT_VARIABLE.length()), place, problems);
        }
        problems.error(
                ErrorCode.BAD_VALUE,
                place,
                "the value of a parameter cannot contain another parameter (found ${" + name + "})",
                "write the value of " + name + ", or use both parameters where the value is used");
        return "";
    }

    private static String variable(String name, Place place, Problems problems) {
        String value = System.getenv(name);
        if (value == null) {
            problems.error(
                    ErrorCode.UNKNOWN_PARAMETER,
                    place,
                    "the environment variable " + name + " is not set",
                    "set it before you start Millrace, or correct its name");
            return "";
        }
        return value;
    }
}
