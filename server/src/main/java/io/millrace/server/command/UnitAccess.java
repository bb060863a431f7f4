package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.client.ServerError;
import io.millrace.server.queue.WorkUnits;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** The units of work that the command {@code uow} shows and ends. */
interface UnitAccess {

    WorkUnits units();

    /** Backs out an open unit; returns false if it does not exist. */
    boolean backOut(String id);

    /** Commits or rolls back branches. Fails like {@link UnresolvedUnits#end}. */
    List<InDoubtBranch> end(String id, boolean commit);

    /** Removes a damaged unit from the log. Fails like {@link UnresolvedUnits#forget}. */
    void forget(String id);

    /**
     * The units of a store.
     *
     * @param unresolved coordinated units; null if the broker has none
     */
    record OfStore(QueueStore store, UnresolvedUnits unresolved) implements UnitAccess {

        private static final UnresolvedUnits.Report NONE =
                new UnresolvedUnits.Report("", List.of(), List.of(), List.of());

        @Override
        public WorkUnits units() {
            return new WorkUnits(store.units(), unresolved == null ? NONE : unresolved.report());
        }

        @Override
        public boolean backOut(String id) {
            return store.backOut(id);
        }

        @Override
        public List<InDoubtBranch> end(String id, boolean commit) {
            return known().end(id, commit);
        }

        @Override
        public void forget(String id) {
            known().forget(id);
        }

        private UnresolvedUnits known() {
            if (unresolved == null) {
                throw new MillraceException(
                        ErrorCode.UNKNOWN_BRANCH,
                        "the broker on this home has no coordinated units of work");
            }
            return unresolved;
        }
    }

    /** The units of a server, through its administration API. */
    record OfServer(AdministrationClient client) implements UnitAccess {

        private static final String UNITS = "/v1/broker/units";

        @Override
        public WorkUnits units() {
            return WorkUnits.of(client.get(UNITS));
        }

        @Override
        public boolean backOut(String id) {
            try {
                end(id, "backout");
                return true;
            } catch (ServerError unknown) {
                if (unknown.code() != ErrorCode.UNKNOWN_BRANCH) {
                    throw unknown;
                }
                return false;
            }
        }

        @Override
        public List<InDoubtBranch> end(String id, boolean commit) {
            List<InDoubtBranch> ended = new ArrayList<>();
            for (JsonNode branch : end(id, commit ? "commit" : "rollback").path("branches")) {
                ended.add(
                        new InDoubtBranch(
                                branch.path("resource").asString(""),
                                branch.path("id").asString(""),
                                branch.path("unit").asString(""),
                                "",
                                null));
            }
            return ended;
        }

        @Override
        public void forget(String id) {
            end(id, "forget");
        }

        private JsonNode end(String id, String outcome) {
            return client.post(AdministrationClient.path(UNITS + "/", id, "/" + outcome), -1);
        }
    }
}
