package io.millrace.engine.queue;

import java.util.List;

/**
 * Operations that a user is allowed to perform. Names can contain {@code *}, which represents any
 * characters.
 *
 * @param put queues and topics to which the user can put and publish messages
 * @param get queues and topics that the user can get from, browse and subscribe to
 * @param browse queues that the user can only browse
 * @param create queues that the user can create
 * @param delete queues that the user can delete, except queues that an administrator or the
 *     configuration created
 * @param context context fields of the MQMD that the user can set
 * @param admin whether the user can perform all operations
 */
public record Rights(
        List<String> put,
        List<String> get,
        List<String> browse,
        List<String> create,
        List<String> delete,
        Context context,
        boolean admin) {

    /**
     * Context fields of the MQMD that a user can set. Each constant includes the fields of the
     * preceding constants.
     */
    public enum Context {
        /** No fields: the UserIdentifier is the authenticated user. */
        NONE,
        /** UserIdentifier, AccountingToken and ApplIdentityData. */
        IDENTITY,
        /** Also PutApplType, PutApplName and ApplOriginData. */
        ALL
    }

    public Rights {
        put = List.copyOf(put);
        get = List.copyOf(get);
        browse = List.copyOf(browse);
        create = List.copyOf(create);
        delete = List.copyOf(delete);
    }

    /** Rights to put and get. */
    public static Rights of(List<String> put, List<String> get) {
        return new Rights(put, get, List.of(), List.of(), List.of(), Context.NONE, false);
    }

    public Rights withBrowse(List<String> value) {
        return new Rights(put, get, value, create, delete, context, admin);
    }

    public Rights withCreateAndDelete(List<String> toCreate, List<String> toDelete) {
        return new Rights(put, get, browse, toCreate, toDelete, context, admin);
    }

    public Rights withContext(Context value) {
        return new Rights(put, get, browse, create, delete, value, admin);
    }

    public Rights withAdmin(boolean value) {
        return new Rights(put, get, browse, create, delete, context, value);
    }
}
