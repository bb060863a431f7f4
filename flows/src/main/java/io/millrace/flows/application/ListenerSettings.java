package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Listener;
import io.millrace.parsers.text.Section;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A reader of the listeners of a file: ports on which input nodes receive requests. */
final class ListenerSettings {

    /** Pattern of a host followed by a port. IPv6 addresses do not match. */
    private static final Pattern WITH_PORT = Pattern.compile("([^:]*):(\\d{1,5})");

    private final Section file;
    private final NamedResources resources;

    ListenerSettings(Section file, NamedResources resources) {
        this.file = file;
        this.resources = resources;
    }

    /** Returns the listeners by name. Invalid listeners are reported and left out. */
    Map<String, Listener> listeners() {
        Map<String, Listener> listeners = new LinkedHashMap<>();
        for (Section.Named named : file.named("listeners")) {
            Section section = named.section();
            checkHost(section);
            if (section.text("host").isBlank() || named.name().isBlank()) {
                continue;
            }
            Listener listener = listener(named.name(), section);
            resources.checkPort(
                    section, "listener " + named.name(), listener.host(), listener.tls());
            listeners.values().stream()
                    .filter(listener::conflicts)
                    .findFirst()
                    .ifPresent(other -> conflict(section, listener, other));
            listeners.put(named.name(), listener);
        }
        return listeners;
    }

    private Listener listener(String name, Section section) {
        return new Listener(
                name,
                section.text("host"),
                section.integer("port"),
                resources.tls(section),
                clientAuth(section),
                section.integer("maxConnections"),
                section.millis("idleTimeout"),
                section.integer("headerBytes"));
    }

    private static void conflict(Section section, Listener listener, Listener other) {
        section.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        section.place("port"),
                        "ports of listeners must be different (%d is the port of %s and %s)"
                                .formatted(listener.port(), other.name(), listener.name()),
                        "several input nodes can use one listener");
    }

    static ClientAuth clientAuth(Section section) {
        return ClientAuth.valueOf(section.text("clientAuth").toUpperCase(Locale.ROOT));
    }

    /** Reports a host that cannot be a network interface of this machine. */
    static void checkHost(Section section) {
        String host = section.text("host");
        if (host.isBlank() || host.matches(".*[\\s/].*") || isMisspelled(host)) {
            section.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            section.place("host"),
                            "host must be a name or address of this machine (found "
                                    + (host.isBlank() ? "nothing" : host)
                                    + ")",
                            advice(host));
        }
    }

    /**
     * Whether a host is a probable error: similar to localhost, or in the format of another kind of
     * value.
     */
    static boolean isMisspelled(String host) {
        return !advice(host).isEmpty() && !host.equalsIgnoreCase("localhost");
    }

    private static String advice(String host) {
        if (host.equals("*")) {
            return "write 0.0.0.0 for all interfaces of the machine";
        }
        Matcher port = WITH_PORT.matcher(host);
        return port.matches()
                ? "write {host: %s, port: %s}".formatted(port.group(1), port.group(2))
                : Problems.didYouMean(host, List.of("localhost"));
    }
}
