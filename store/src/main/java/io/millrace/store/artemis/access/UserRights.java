package io.millrace.store.artemis.access;

import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.server.Queue;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rights of the users of an embedded store. Administrators and the store's own user have all
 * rights. Artemis checks rights by address and does not distinguish queues and subscriptions;
 * {@link #mayCreate} and {@link #mayDelete} distinguish them. Safe for use by several threads.
 */
final class UserRights {

    /** Name of a temporary queue: a UUID that cannot be guessed. */
    private static final Pattern TEMPORARY =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Names that are internal to the broker and its flows. */
    private static final Pattern INTERNAL =
            Pattern.compile(
                    "(\\$|activemq\\.|" + Pattern.quote(QueueName.STATE_PREFIX) + ").*",
                    Pattern.DOTALL);

    /** Prefix of queues that Millrace creates. */
    private static final String SYSTEM = "SYSTEM.";

    private static final Set<CheckType> CREATIONS =
            EnumSet.of(
                    CheckType.CREATE_ADDRESS,
                    CheckType.CREATE_DURABLE_QUEUE,
                    CheckType.CREATE_NON_DURABLE_QUEUE);

    private final String own;
    private final QueueNames names;
    private final Map<String, Granted> users = new HashMap<>();

    private record Granted(
            List<Pattern> put,
            List<Pattern> get,
            List<Pattern> browse,
            List<Pattern> create,
            List<Pattern> delete,
            Rights.Context context,
            boolean admin) {

        private static Granted of(Rights rights) {
            return new Granted(
                    patterns(rights.put()),
                    patterns(rights.get()),
                    patterns(rights.browse()),
                    patterns(rights.create()),
                    patterns(rights.delete()),
                    rights.context(),
                    rights.admin());
        }

        private static List<Pattern> patterns(List<String> names) {
            return names.stream()
                    .map(
                            name ->
                                    Pattern.compile(
                                            Pattern.quote(name).replace("*", "\\E.*\\Q"),
                                            Pattern.DOTALL))
                    .toList();
        }
    }

    private static final Granted NOTHING = Granted.of(Rights.of(List.of(), List.of()));

    /**
     * @param names existing queues, their models and creators
     */
    UserRights(String own, List<StoreUser> configured, QueueNames names) {
        this.own = own;
        this.names = names;
        configured.forEach(user -> users.put(user.name(), Granted.of(user.rights())));
    }

    boolean isAdmin(String user) {
        return own.equals(user) || granted(user).admin;
    }

    /** Returns the context fields that a user is authorized to set. */
    Rights.Context context(String user) {
        return isAdmin(user) ? Rights.Context.ALL : granted(user).context;
    }

    private Granted granted(String user) {
        return users.getOrDefault(user, NOTHING);
    }

    /**
     * Whether a configured user has the right to put messages on a queue. The user of the process
     * is not a configured user.
     */
    boolean mayPut(String user, String queue) {
        return users.containsKey(user) && may(user, CheckType.SEND, queue);
    }

    /** Whether a user has a right that Artemis checks for an address. */
    boolean may(String user, CheckType right, String fullAddress) {
        if (isAdmin(user)) {
            return true;
        }
        int queuePart = fullAddress.indexOf("::");
        String address = queuePart < 0 ? fullAddress : fullAddress.substring(0, queuePart);
        if (isInternal(address)) {
            return false;
        }
        Granted granted = granted(user);
        boolean temporary = isTemporary(address);
        if (CREATIONS.contains(right) && names.exists(address)) {
            // A second queue of the address would receive messages, or copies of them.
            return false;
        }
        return switch (right) {
            case SEND ->
                    temporary || matches(granted.put, address) || ofModel(granted.put, address);
            case CONSUME -> temporary || matches(granted.get, address) || isOwn(user, address);
            case BROWSE ->
                    temporary
                            || matches(granted.get, address)
                            || matches(granted.browse, address)
                            || isOwn(user, address);
            case CREATE_NON_DURABLE_QUEUE ->
                    temporary
                            || matches(granted.get, address)
                            || matches(granted.create, address)
                            || ofModel(granted.create, address);
            case CREATE_DURABLE_QUEUE ->
                    matches(granted.get, address)
                            || matches(granted.create, address)
                            || ofModel(granted.create, address);
            case DELETE_DURABLE_QUEUE, DELETE_NON_DURABLE_QUEUE ->
                    temporary
                            || matches(granted.get, address)
                            || matches(granted.delete, address)
                            || isOwn(user, address);
            case CREATE_ADDRESS ->
                    temporary
                            || !address.startsWith(SYSTEM)
                                    && (matches(granted.put, address)
                                            || matches(granted.get, address)
                                            || matches(granted.create, address)
                                            || ofModel(granted.create, address));
            // Artemis refuses to delete addresses with queues.
            case DELETE_ADDRESS ->
                    temporary
                            || matches(granted.put, address)
                            || matches(granted.get, address)
                            || matches(granted.delete, address)
                            || ofModel(granted.create, address);
            default -> false;
        };
    }

    /**
     * Whether a user may create a queue: an ordinary queue with the right to create, or a
     * subscription of a topic with the right to get.
     */
    boolean mayCreate(String user, QueueConfiguration queue) {
        String name = queue.getName().toString();
        String address = queue.getAddress().toString();
        if (isAdmin(user)) {
            return true;
        }
        if (isInternal(name) || name.startsWith(SYSTEM)) {
            return false;
        }
        if (queue.getRoutingType() == RoutingType.MULTICAST) {
            return isTemporary(address) || matches(granted(user).get, address);
        }
        List<Pattern> create = granted(user).create;
        if (queue.isTemporary() && isTemporary(address)) {
            return names.modelOf(name).isEmpty() || ofModel(create, name);
        }
        return name.equals(address) && (matches(create, name) || ofModel(create, name));
    }

    /**
     * Whether a user may receive from a queue. Only the creator of a subscription may receive from
     * it.
     */
    boolean mayReceive(String user, Queue queue) {
        return queue.getRoutingType() != RoutingType.MULTICAST
                || isAdmin(user)
                || queue.getUser() == null
                || queue.getUser().toString().equals(user);
    }

    /**
     * Whether a user may delete a queue: the user's own subscription or, with the right to delete,
     * a queue that was not created by an administrator.
     */
    boolean mayDelete(String user, Queue queue) {
        if (isAdmin(user)) {
            return true;
        }
        String creator = queue.getUser() == null ? "" : queue.getUser().toString();
        if (queue.getRoutingType() == RoutingType.MULTICAST || queue.isTemporary()) {
            return creator.equals(user);
        }
        if (creator.equals(user) && isOwn(user, queue.getName().toString())) {
            return true;
        }
        return !creator.isEmpty()
                && !isAdmin(creator)
                && matches(granted(user).delete, queue.getName().toString());
    }

    /** Whether rights apply to the model of a dynamic queue, or of a queue with its prefix. */
    private boolean ofModel(List<Pattern> patterns, String address) {
        String model = names.modelOf(address);
        return !model.isEmpty() && matches(patterns, model);
    }

    /** Whether a user has created a dynamic queue. */
    private boolean isOwn(String user, String address) {
        return names.creatorOf(address).equals(user);
    }

    private static boolean isTemporary(String address) {
        return TEMPORARY.matcher(address).matches();
    }

    private static boolean isInternal(String address) {
        return INTERNAL.matcher(address).matches();
    }

    private static boolean matches(List<Pattern> patterns, String address) {
        return patterns.stream().anyMatch(p -> p.matcher(address).matches());
    }
}
