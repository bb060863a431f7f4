package io.millrace.flows.application;

import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A user of the administration API.
 *
 * @param grants roles of the user and of the user's groups
 * @param context context fields of the MQMD that the user can set in messages
 */
public record Administrator(String name, List<Grant> grants, Rights.Context context) {

    /** The local administrator, who uses the server's own token and has all rights. */
    public static final Administrator LOCAL =
            new Administrator(
                    StoreUser.OWN, List.of(Grant.of(Set.of(Role.ADMIN))), Rights.Context.ALL);

    public Administrator {
        grants = List.copyOf(grants);
    }

    /** A role. Every role includes {@link #VIEW}. */
    public enum Role {
        /** Reads states, settings and figures, but no messages. */
        VIEW,
        /** Starts, stops and assigns flows; administers queues, their messages, and log levels. */
        OPERATE,
        /** Deploys applications without Java code. */
        DEPLOY_FLOWS,
        /** Deploys applications with Java code. Includes {@link #DEPLOY_FLOWS}. */
        DEPLOY_CODE,
        /** Administers tokens. Includes all other roles. */
        ADMIN;

        /** Returns the name in {@code broker.yaml}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Whether this role includes another role. */
        public boolean includes(Role other) {
            return this == ADMIN
                    || this == other
                    || other == VIEW
                    || this == DEPLOY_CODE && other == DEPLOY_FLOWS;
        }
    }

    /**
     * Roles for some objects or for all. Names can contain {@code *}, which represents any
     * characters.
     *
     * @param group user group that grants the roles; empty for the user itself
     * @param limited whether the roles apply only to the listed objects
     * @param applications applications with all their flows
     * @param executionGroups execution groups with all their flows
     * @param queues queues with their messages
     */
    public record Grant(
            String group,
            Set<Role> roles,
            boolean limited,
            List<String> applications,
            List<String> executionGroups,
            List<String> queues) {

        public Grant {
            roles = Set.copyOf(roles);
            applications = List.copyOf(applications);
            executionGroups = List.copyOf(executionGroups);
            queues = List.copyOf(queues);
        }

        /** Returns roles for all objects. */
        public static Grant of(Set<Role> roles) {
            return new Grant("", roles, false, List.of(), List.of(), List.of());
        }

        private boolean has(Role role) {
            return roles.stream().anyMatch(own -> own.includes(role));
        }

        private boolean contains(Function<Grant, List<String>> names, String name) {
            return !limited || names.apply(this).stream().anyMatch(n -> matches(n, name));
        }

        private static boolean matches(String pattern, String name) {
            return Pattern.compile(Pattern.quote(pattern).replace("*", "\\E.*\\Q"), Pattern.DOTALL)
                    .matcher(name)
                    .matches();
        }
    }

    /** Whether the user has a role for at least one object. */
    public boolean has(Role role) {
        return grants.stream().anyMatch(g -> g.has(role));
    }

    /** Whether the user has a role for all objects. */
    public boolean hasForAll(Role role) {
        return grants.stream().anyMatch(g -> g.has(role) && !g.limited());
    }

    /** Whether the user has a role for an application in all execution groups. */
    public boolean hasForApplication(Role role, String application) {
        return has(role, Grant::applications, application);
    }

    /** Whether the user has a role for an application in at least one execution group. */
    public boolean hasForSomeFlows(Role role, String application) {
        return hasForApplication(role, application)
                || grants.stream().anyMatch(g -> g.has(role) && !g.executionGroups().isEmpty());
    }

    /** Whether the user has a role for all flows of an execution group. */
    public boolean hasForGroup(Role role, String group) {
        return has(role, Grant::executionGroups, group);
    }

    /** Whether the user has a role for a queue. */
    public boolean hasForQueue(Role role, String queue) {
        return has(role, Grant::queues, queue);
    }

    private boolean has(Role role, Function<Grant, List<String>> names, String name) {
        return grants.stream().anyMatch(g -> g.has(role) && g.contains(names, name));
    }
}
