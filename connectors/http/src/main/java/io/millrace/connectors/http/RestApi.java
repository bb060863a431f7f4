package io.millrace.connectors.http;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The operations of an OpenAPI document. Immutable. Safe for use by several threads.
 *
 * @param document name of the file
 * @param operations operations by the precedence of their paths
 */
record RestApi(String document, List<ApiOperation> operations) {

    RestApi {
        operations = operations.stream().sorted(Comparator.comparing(ApiOperation::path)).toList();
    }

    /**
     * Returns the operation of a request; null if there is none.
     *
     * @param path decoded path segments after the path of the node
     */
    ApiOperation find(String method, List<String> path) {
        for (ApiOperation operation : operations) {
            if (operation.method().equals(method) && operation.path().matches(path)) {
                return operation;
            }
        }
        return null;
    }

    /** Returns the methods of a path; empty if no operation has the path. */
    Set<String> methods(List<String> path) {
        Set<String> methods = new TreeSet<>();
        for (ApiOperation operation : operations) {
            if (operation.path().matches(path)) {
                methods.add(operation.method());
            }
        }
        return methods;
    }
}
