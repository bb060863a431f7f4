package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The input nodes of a listener, found by method and path. Safe for use by several threads. */
final class Routes {

    /**
     * An input node that receives the requests of a path.
     *
     * @param owner application and label of the node; routes of different versions and execution
     *     groups with the same owner replace one another
     * @param methods methods; empty for all
     */
    record Route(String owner, PathPattern pattern, Set<String> methods, RequestHandler handler) {

        boolean accepts(String method) {
            return methods.isEmpty() || methods.contains(method);
        }

        private boolean overlaps(Route other) {
            return pattern.shape().equals(other.pattern.shape())
                    && (methods.isEmpty()
                            || other.methods.isEmpty()
                            || methods.stream().anyMatch(other.methods::contains));
        }
    }

    /** All registrations, by precedence. Of equal routes of an owner, the last one is first. */
    private volatile List<Route> routes = List.of();

    /**
     * Adds a route.
     *
     * @throws MillraceException with LISTENER_UNUSABLE if a node of another owner has the path
     */
    synchronized void add(Route route) {
        for (Route other : routes) {
            if (!other.owner.equals(route.owner) && other.overlaps(route)) {
                throw new MillraceException(
                        ErrorCode.LISTENER_UNUSABLE,
                        "the path %s of %s is also the path of %s; change one of them"
                                .formatted(route.pattern.text(), route.owner, other.owner));
            }
        }
        List<Route> all = new ArrayList<>(routes);
        all.addFirst(route);
        all.sort(Comparator.comparing(Route::pattern));
        routes = List.copyOf(all);
    }

    synchronized void remove(Route route) {
        List<Route> all = new ArrayList<>(routes);
        // Versions of a node can have equal routes.
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) == route) {
                all.remove(i);
                break;
            }
        }
        routes = List.copyOf(all);
    }

    boolean isEmpty() {
        return routes.isEmpty();
    }

    /** Returns the first route that accepts a request; null if there is none. */
    Route find(String method, List<String> path) {
        for (Route route : routes) {
            if (route.accepts(method) && route.pattern.matches(path)) {
                return route;
            }
        }
        return null;
    }

    /** Returns the methods of a path; empty if no route has the path. */
    Set<String> methods(List<String> path) {
        Set<String> methods = new TreeSet<>();
        routes.stream()
                .filter(r -> r.pattern.matches(path))
                .forEach(r -> methods.addAll(r.methods));
        return methods;
    }
}
