package io.millrace.server.api;

import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.archive.PublishedArchive;
import io.millrace.server.api.Route.Scope;
import io.millrace.server.deploy.Deployments;
import io.millrace.server.deploy.Upload;

import java.util.List;

/** The operations of the API on the repository that the server shares with other servers. */
final class RepositoryApi {

    private static final String ARCHIVES = "/v1/broker/repository/applications";

    private final Deployments deployments;
    private final AccessCheck access;

    RepositoryApi(Deployments deployments, AccessCheck access) {
        this.deployments = deployments;
        this.access = access;
    }

    List<Route> routes() {
        return List.of(
                Route.view("getPublished", ARCHIVES, Scope.LISTED, this::list),
                new Route(
                        "publish",
                        "PUT",
                        ARCHIVES + "/{application}",
                        Role.DEPLOY_FLOWS,
                        Scope.CONTENT,
                        this::publish));
    }

    private ApiResponse list(ApiRequest request) {
        List<PublishedArchive> archives =
                deployments.repository().list().stream()
                        .filter(archive -> access.canView(request.caller(), archive.name()))
                        .toList();
        return ApiResponse.ok(archives);
    }

    private ApiResponse publish(ApiRequest request) {
        try (Upload upload =
                deployments.receive(
                        request.body().get(), request.header("millrace-sha256").orElse(""))) {
            return ApiResponse.ok(
                    deployments.publish(request.path("application"), upload, request.condition()));
        }
    }
}
