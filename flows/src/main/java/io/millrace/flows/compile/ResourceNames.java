package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.resource.ResourceKind;
import io.millrace.engine.resource.ResourceSet;
import io.millrace.engine.setting.EffectiveSetting;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The named resources that the nodes of an application use, and the addresses at which they receive
 * messages.
 */
public final class ResourceNames {

    private record Use(ResourceKind kind, String name, Place place) {}

    private record Address(String name, Set<String> methods, Place place) {

        /** Whether a request can match both this address and another address. */
        boolean overlaps(Address other) {
            return name.equals(other.name)
                    && (methods.isEmpty()
                            || other.methods.isEmpty()
                            || !Collections.disjoint(methods, other.methods));
        }
    }

    private record RequiredScheme(String endpoint, List<String> schemes, Place place) {}

    private final Set<RequiredScheme> schemes = new LinkedHashSet<>();

    /** Listeners at which nodes require certificates of clients. */
    private final Set<Use> clientAuth = new LinkedHashSet<>();

    private final Set<Use> uses = new LinkedHashSet<>();
    private final List<Address> addresses = new ArrayList<>();
    private final Problems problems;

    ResourceNames(Problems problems) {
        this.problems = problems;
    }

    void use(ResourceKind kind, String name, Place place) {
        uses.add(new Use(kind, name, place));
    }

    void requireScheme(String endpoint, List<String> allowed, Place place) {
        schemes.add(new RequiredScheme(endpoint, allowed, place));
    }

    void requireClientAuth(String listener, Place place) {
        clientAuth.add(new Use(ResourceKind.LISTENER, listener, place));
    }

    void declareAddress(String name, Set<String> methods, Place place) {
        Address address = new Address(name, methods, place);
        addresses.stream()
                .filter(other -> address.overlaps(other) && !other.place.equals(place))
                .findFirst()
                .ifPresent(other -> duplicate(address, other));
        addresses.add(address);
    }

    private void duplicate(Address address, Address other) {
        Set<String> common = new TreeSet<>(address.methods);
        if (address.methods.isEmpty()) {
            common.addAll(other.methods);
        } else if (!other.methods.isEmpty()) {
            common.retainAll(other.methods);
        }
        problems.error(
                ErrorCode.DUPLICATE_NAME,
                address.place,
                "%s %s is also the address of the node in %s"
                        .formatted(String.join(", ", common), address.name, other.place)
                        .strip(),
                address.methods.equals(other.methods)
                        ? "each input node must have its own address"
                        : "each input node must have its own address; a node without methods "
                                + "receives the requests of all methods");
    }

    /** Warns about names that an application does not declare: the broker must declare them. */
    void check(ResourceSet application) {
        checkSchemes(application, problems);
        checkClientAuth(application.listeners()::get, problems);
        for (Use use : uses) {
            if (isUnknown(use, application)) {
                String text =
                        "the %s %s is not declared in application.yaml"
                                .formatted(use.kind().label(), use.name());
                problems.warning(
                        ErrorCode.UNKNOWN_RESOURCE, use.place(), text, hint(use, application));
            }
        }
    }

    /**
     * Warns about declared listeners that no node uses. All nodes must have been compiled without
     * errors.
     *
     * @param settings all settings of the application, with their positions
     */
    void checkListeners(ResourceSet application, List<EffectiveSetting> settings) {
        Set<String> used = new TreeSet<>();
        uses.stream()
                .filter(use -> use.kind() == ResourceKind.LISTENER)
                .forEach(use -> used.add(use.name()));
        for (String name : new TreeSet<>(application.listeners().keySet())) {
            if (used.contains(name)) {
                continue;
            }
            settings.stream()
                    .filter(s -> s.key().startsWith("listeners." + name + "."))
                    .findFirst()
                    .ifPresent(
                            s ->
                                    problems.warning(
                                            ErrorCode.BAD_VALUE,
                                            s.value().place(),
                                            "no node uses the listener " + name,
                                            used.isEmpty()
                                                    ? "remove it"
                                                    : "the nodes use %s; rename it, set the property listener of a node to %s, or remove it"
                                                            .formatted(
                                                                    String.join(", ", used),
                                                                    name)));
        }
    }

    /** Reports nodes that cannot use an endpoint because of the scheme of its URL. */
    private void checkSchemes(ResourceSet resources, Problems found) {
        for (RequiredScheme required : schemes) {
            Endpoint endpoint = resources.endpoints().get(required.endpoint());
            String url = endpoint == null ? "" : endpoint.url();
            boolean isAllowed =
                    required.schemes().stream().anyMatch(scheme -> url.startsWith(scheme + ":"));
            if (endpoint != null && !isAllowed) {
                found.error(
                        ErrorCode.BAD_VALUE,
                        required.place(),
                        "the URL of the endpoint %s must begin with %s (found %s)"
                                .formatted(
                                        required.endpoint(),
                                        required.schemes().stream()
                                                .map(scheme -> scheme + "://")
                                                .collect(Collectors.joining(" or ")),
                                        endpoint),
                        "correct the url below endpoints, or name another endpoint");
            }
        }
    }

    /** Reports nodes that require client certificates at a listener that does not request them. */
    private void checkClientAuth(Function<String, Listener> listeners, Problems found) {
        for (Use use : clientAuth) {
            Listener listener = listeners.apply(use.name());
            if (listener != null
                    && (!listener.isTls() || listener.clientAuth() == ClientAuth.NONE)) {
                found.error(
                        ErrorCode.BAD_VALUE,
                        use.place(),
                        "certificates of clients require tls and clientAuth, which the listener %s does not have"
                                .formatted(use.name()),
                        "declare the listener %s below listeners with tls and clientAuth"
                                .formatted(use.name()));
            }
        }
    }

    /** Reports names that neither the application nor the broker declares. */
    public void require(ResourceSet resources, Problems found) {
        checkSchemes(resources, found);
        checkClientAuth(resources::listener, found);
        for (Use use : uses) {
            if (isUnknown(use, resources)) {
                found.error(
                        ErrorCode.UNKNOWN_RESOURCE,
                        use.place(),
                        "the %s %s is not declared".formatted(use.kind().label(), use.name()),
                        hint(use, resources));
            }
        }
    }

    private static boolean isUnknown(Use use, ResourceSet resources) {
        return !resources.of(use.kind()).containsKey(use.name())
                && !(use.kind() == ResourceKind.LISTENER
                        && use.name().equals(Listener.DEFAULT.name()));
    }

    private static String hint(Use use, ResourceSet resources) {
        Set<String> known = new TreeSet<>(resources.of(use.kind()).keySet());
        if (use.kind() == ResourceKind.LISTENER) {
            known.add(Listener.DEFAULT.name());
        }
        if (use.kind() == ResourceKind.CERTIFICATES && use.name().equals("none")) {
            return "remove it: tls: none is a value of endpoints, listeners and acceptors only";
        }
        return Problems.didYouMean(
                use.name(),
                known,
                "add it below " + use.kind().key() + " in application.yaml or broker.yaml");
    }
}
