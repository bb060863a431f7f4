package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.util.List;
import java.util.stream.Collectors;

/** The revisions to which changes refer. Used under the lock of changes. */
final class Revisions {

    private final DeploymentLog log;

    Revisions(DeploymentLog log) {
        this.log = log;
    }

    /**
     * Requires that the last revision of an application is the one that an administrator has seen.
     *
     * @throws MillraceException with STALE_CHANGE or UNKNOWN_REVISION
     */
    void require(String name, Condition condition) {
        long current = log.last(name).map(Revision::number).orElse(0L);
        if (condition.revision() != Condition.ANY && condition.revision() != current) {
            throw new MillraceException(
                    condition.revision() > current
                            ? ErrorCode.UNKNOWN_REVISION
                            : ErrorCode.STALE_CHANGE,
                    log.last(name)
                            .map(last -> stale(name, condition.revision(), last))
                            .orElseGet(
                                    () ->
                                            "%s has no revision %d, because it was never deployed"
                                                    .formatted(name, condition.revision())));
        }
    }

    private static String stale(String name, long revision, Revision last) {
        return revision > last.number()
                ? "%s has no revision %d: its last revision is %d; inspect it with ./millrace list %s, then repeat the command with --revision %d"
                        .formatted(name, revision, last.number(), name, last.number())
                : "%s was changed after revision %d: %s; inspect it with ./millrace list %s, then repeat the command"
                        .formatted(name, revision, last.describe(), name);
    }

    /**
     * Returns the revision with the version that a rollback restores.
     *
     * @param to number of the revision; 0 for the version before the current one
     * @throws MillraceException with UNKNOWN_REVISION or UNKNOWN_APPLICATION
     */
    Revision target(String name, long to) {
        List<Revision> all = log.revisions(name);
        Installed now = log.current().get(name);
        for (Revision revision : all.reversed()) {
            Installed then = revision.applications().get(name);
            boolean differs =
                    then != null
                            && (now == null
                                    || !then.sha256().equals(now.sha256())
                                    || !then.environment().equals(now.environment()));
            if (then != null && (to == 0 ? differs : revision.number() == to)) {
                return revision;
            }
        }
        String revisions =
                all.stream()
                        .filter(r -> r.applications().get(name) != null)
                        .map(r -> Long.toString(r.number()))
                        .collect(Collectors.joining(", "));
        if (revisions.isEmpty()) {
            throw notDeployed(name);
        }
        throw new MillraceException(
                ErrorCode.UNKNOWN_REVISION,
                to == 0
                        ? "the application %s has no earlier version: all its revisions (%s) have the same version; deploy another version first"
                                .formatted(name, revisions)
                        : "the application %s has no revision %d with a version; its revisions are %s"
                                .formatted(name, to, revisions));
    }

    /** Returns the error for an application that is not deployed. */
    MillraceException notDeployed(String name) {
        return Selections.notDeployed(name, log.current().keySet());
    }
}
