package io.millrace.server.api;

import io.millrace.flows.application.Administrator;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.server.access.TokenValidity;
import io.millrace.server.access.UserTokens;
import io.millrace.server.api.Route.Scope;

import java.util.List;

/** The operations of the API on users and their tokens, below {@code /v1/broker/users}. */
final class UsersApi {

    private static final String USERS = "/v1/broker/users";
    private static final String TOKENS = USERS + "/{user}/tokens";

    private final UserTokens tokens;

    UsersApi(UserTokens tokens) {
        this.tokens = tokens;
    }

    /**
     * Roles of a user.
     *
     * @param userGroup user group that grants them; empty for the user itself
     * @param limited whether they apply only to the objects in the lists
     */
    private record Grant(
            List<String> roles,
            String userGroup,
            boolean limited,
            List<String> applications,
            List<String> executionGroups,
            List<String> queues) {

        static Grant of(Administrator.Grant grant) {
            return new Grant(
                    grant.roles().stream().sorted().map(Role::word).toList(),
                    grant.group(),
                    grant.limited(),
                    grant.applications(),
                    grant.executionGroups(),
                    grant.queues());
        }
    }

    private record User(String name, List<Grant> grants) {}

    /** All users and tokens. Tokens of users who have been removed are also listed. */
    private record Users(List<User> users, List<UserTokens.Listed> tokens) {}

    /**
     * A request for a token.
     *
     * @param expires validity, for example {@code 30d}; null for the standard
     */
    private record NewToken(String expires) {}

    List<Route> routes() {
        return List.of(
                admin("getUsers", "GET", USERS, request -> ApiResponse.ok(users())),
                admin("createToken", "POST", TOKENS, this::create),
                admin("revokeTokens", "DELETE", TOKENS, request -> revoke(request, "")),
                admin(
                        "revokeToken",
                        "DELETE",
                        TOKENS + "/{token}",
                        request -> revoke(request, request.path("token"))));
    }

    private static Route admin(
            String operation, String method, String path, Route.Handler handler) {
        return new Route(operation, method, path, Role.ADMIN, Scope.SERVER, handler);
    }

    private Users users() {
        return new Users(
                tokens.users().stream()
                        .map(u -> new User(u.name(), u.grants().stream().map(Grant::of).toList()))
                        .toList(),
                tokens.tokens());
    }

    private ApiResponse create(ApiRequest request) {
        String expires = request.json(NewToken.class).expires();
        return ApiResponse.of(
                201,
                tokens.create(request.path("user"), TokenValidity.of(expires), request.author()));
    }

    private ApiResponse revoke(ApiRequest request, String token) {
        return ApiResponse.ok(tokens.revoke(request.path("user"), token, request.author()));
    }
}
