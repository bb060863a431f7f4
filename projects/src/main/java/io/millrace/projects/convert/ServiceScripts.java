package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.xml.Secrets;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of scripts with commands that create and change configurable services, which are not
 * part of projects. It ignores all other lines of a script, except assignments of variables.
 */
final class ServiceScripts {

    private static final String CREATE = "mqsicreateconfigurableservice";
    private static final String CHANGE = "mqsichangeproperties";

    /** A line end after which a command continues, in the shells of several systems. */
    private static final Pattern CONTINUED = Pattern.compile("(?s)[\\\\^`]$");

    private static final Pattern ASSIGNMENT =
            Pattern.compile("\\s*(?:export |set |SET )?\\s*\\$?(\\w+)\\s*=\\s*\"?([^\"]*?)\"?\\s*");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)}?|%(\\w+)%");

    /** A word of a command, with quotation marks. */
    private static final Pattern WORD =
            Pattern.compile("(?:\"(?:\\\\.|[^\"\\\\])*\"|'[^']*'|[^\\s\"'])+");

    /** A value of a list, which can be in quotation marks. */
    private static final Pattern ITEM =
            Pattern.compile("\\s*(?:\"([^\"]*)\"|([^,\"]*))\\s*(?:,|$)");

    private final Problems problems;
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, Map<String, Policy>> services = new LinkedHashMap<>();

    private ServiceScripts(Problems problems) {
        this.problems = problems;
    }

    /** Returns the services in scripts by type and name. Later commands replace values. */
    static Map<String, Map<String, Policy>> read(List<Source> scripts, Problems problems) {
        ServiceScripts services = new ServiceScripts(problems);
        scripts.forEach(services::script);
        return services.services;
    }

    private void script(Source script) {
        // The values of a command with a secret are not printed with its problems.
        boolean secret = Secrets.isSecret(script.text());
        Source shown = secret ? Source.named(script.name()) : Secrets.inLines(script);
        StringBuilder command = new StringBuilder();
        int first = 1;
        int number = 0;
        for (String line : script.text().lines().toList()) {
            number++;
            if (command.isEmpty()) {
                first = number;
            }
            String text = line.stripTrailing();
            Matcher continued = CONTINUED.matcher(text);
            if (continued.find()) {
                command.append(text, 0, continued.start()).append(' ');
                continue;
            }
            command.append(text);
            int length = Math.max(1, shown.line(first).length());
            line(command.toString(), new Place(shown, first, 1, length));
            command.setLength(0);
        }
    }

    private void line(String line, Place place) {
        Matcher assignment = ASSIGNMENT.matcher(line);
        boolean isCommand = line.contains(CREATE) || line.contains(CHANGE);
        if (!isCommand && assignment.matches()) {
            variables.put(assignment.group(1), assignment.group(2));
        }
        if (!isCommand || line.stripLeading().matches("(?i)(?:#|::|rem\\b|echo\\b).*")) {
            return;
        }
        Map<String, String> options = options(line);
        String type = options.getOrDefault("-c", "");
        String name = options.getOrDefault("-o", "");
        if (type.isEmpty() || name.isEmpty()) {
            // The command changes another object.
            return;
        }
        List<String> names = items(options.getOrDefault("-n", ""));
        List<String> values = items(options.getOrDefault("-v", ""));
        if (names.size() != values.size()) {
            problems.warning(
                    ErrorCode.PROJECT_FILE,
                    place,
                    "the command for the service %s has %d names and %d values; it is ignored"
                            .formatted(name, names.size(), values.size()),
                    "write one value after -v for each name after -n");
            return;
        }
        put(type, name, names, values, place);
    }

    private void put(
            String type, String name, List<String> names, List<String> values, Place place) {
        Map<String, Policy> known = services.computeIfAbsent(type, t -> new LinkedHashMap<>());
        Policy before = known.get(name);
        Map<String, Attribute> all =
                new LinkedHashMap<>(before == null ? Map.of() : before.values());
        for (int i = 0; i < names.size(); i++) {
            Matcher variable = VARIABLE.matcher(values.get(i));
            if (variable.find()) {
                problems.warning(
                        ErrorCode.PROJECT_FILE,
                        place,
                        "%s of the service %s uses the variable %s, which the script does not set; it is ignored"
                                .formatted(names.get(i), name, variable.group()),
                        "set the variable before the command");
            } else {
                all.put(names.get(i), new Attribute(names.get(i), values.get(i), place, place));
            }
        }
        known.put(name, new Policy(type, name, before == null ? place : before.place(), all));
    }

    /** Returns the options of a command with their values. */
    private Map<String, String> options(String line) {
        Map<String, String> options = new HashMap<>();
        @Nullable String option = null;
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            String text = word.group();
            if (option == null && text.matches("-\\w")) {
                option = text;
            } else if (option != null) {
                options.put(option, plain(text));
                option = null;
            }
        }
        return options;
    }

    /**
     * Returns a word without the quotation marks of the shell, and with the values of variables.
     */
    private String plain(String word) {
        String text = word;
        boolean isLiteral = text.startsWith("'") && text.endsWith("'");
        if (text.length() > 1 && (isLiteral || text.startsWith("\"") && text.endsWith("\""))) {
            text = text.substring(1, text.length() - 1);
        }
        String unescaped = isLiteral ? text : text.replace("\\\"", "\"");
        return isLiteral
                ? unescaped
                : VARIABLE.matcher(unescaped)
                        .replaceAll(
                                m -> {
                                    String name = m.group(1) == null ? m.group(2) : m.group(1);
                                    return Matcher.quoteReplacement(
                                            variables.getOrDefault(name, m.group()));
                                });
    }

    /** Returns the items of a list that are separated by commas. */
    private static List<String> items(String list) {
        List<String> items = new ArrayList<>();
        Matcher item = ITEM.matcher(list);
        while (!list.isEmpty() && item.lookingAt()) {
            items.add((item.group(1) == null ? item.group(2) : item.group(1)).strip());
            if (item.end() == list.length() && !item.group().endsWith(",")) {
                break;
            }
            item.region(item.end(), list.length());
        }
        return items;
    }
}
