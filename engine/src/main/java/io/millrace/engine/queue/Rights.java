package io.millrace.engine.queue;

import java.util.List;

/**
 * Operations that a user may perform. Names can contain {@code *}, which represents any characters.
 *
 * @param put queues and topics that the user may put and publish to
 * @param get queues and topics that the user may get from, browse and subscribe to
 * @param browse queues that the user may browse only
 * @param create queues that the user may create
 * @param delete queues that the user may delete, unless an administrator or the configuration
 *     created them
 * @param context context fields of the MQMD that the user may set
 * @param admin whether the user may do everything
 */
public record Rights(
        List<String> put,
        List<String> get,
        List<String> browse,
        List<String> create,
        List<String> delete,
        Context context,
        boolean admin) {

    /** Context fields of the MQMD that a user may set; each includes the ones before it. */
    public enum Context {
        /** None: the UserIdentifier is the authenticated user. */
        NONE,
        /** UserIdentifier, AccountingToken and ApplIdentityData. */
        IDENTITY,
        /** PutApplType, PutApplName and ApplOriginData too. */
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
