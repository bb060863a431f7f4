package io.millrace.server.api;

import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.Broker;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.server.access.Caller;
import io.millrace.server.api.Route.Scope;
import io.millrace.server.deploy.Deployments;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The operations of the API on the definitions of queues, below {@code /v1/broker/queues}. */
final class QueueApi {

    static final String QUEUES = "/v1/broker/queues";
    static final String QUEUE = QUEUES + "/{queue}";
    private static final String DYNAMIC = QUEUE + "/dynamic";

    /** Attributes whose value is the name of a queue that receives messages of this queue. */
    private static final Set<String> QUEUE_NAMES = Set.of("alias", "backoutQueue");

    private final Broker broker;
    private final Deployments deployments;

    QueueApi(Broker broker, Deployments deployments) {
        this.broker = broker;
        this.deployments = deployments;
    }

    /**
     * A queue.
     *
     * @param alias queue for which the name stands; empty for a queue with messages of its own
     * @param model kind of the dynamic queues of a model: temporary or permanent; empty for other
     *     queues
     * @param dynamicQueues number of existing queues that were created from a model
     * @param dynamicOf model from which the queue was created; empty for other queues
     * @param temporary whether the queue ends with the connection of its creator
     * @param oldestAgeSeconds age of the first message; null if the queue is empty
     */
    private record Queue(
            String name,
            String description,
            String alias,
            String model,
            long dynamicQueues,
            String dynamicOf,
            boolean temporary,
            long depth,
            int maxDepth,
            long inDelivery,
            long scheduled,
            long put,
            long got,
            int readers,
            int writers,
            Long oldestAgeSeconds,
            boolean inhibitPut,
            boolean inhibitGet) {}

    /** An attribute with its origin: {@code default}, {@code operator}, or file and line. */
    private record Attribute(String name, String value, String layer, String origin) {}

    /**
     * A queue with its attributes.
     *
     * @param revision last revision in which an operator changed it; 0 if none did
     * @param usedBy what requires the queue, so that it cannot be deleted
     */
    private record Details(
            Queue queue, long revision, List<Attribute> attributes, List<String> usedBy) {}

    List<Route> routes() {
        return List.of(
                Route.view(
                        "getQueues",
                        QUEUES,
                        Scope.LISTED,
                        request -> ApiResponse.ok(queues(request.caller()))),
                Route.view(
                        "getQueue",
                        QUEUE,
                        Scope.QUEUE,
                        request -> ApiResponse.ok(details(request))),
                operate("defineQueue", "PUT", this::define),
                operate("alterQueue", "PATCH", this::alter),
                operate("deleteQueue", "DELETE", this::delete),
                new Route(
                        "createDynamicQueue",
                        "POST",
                        DYNAMIC,
                        Role.OPERATE,
                        Scope.QUEUE,
                        this::createDynamic));
    }

    private static Route operate(String operation, String method, Route.Handler handler) {
        return new Route(operation, method, QUEUE, Role.OPERATE, Scope.QUEUE, handler);
    }

    private List<Queue> queues(Caller caller) {
        List<Queue> all = new ArrayList<>();
        for (QueueStatus status : broker.store().status()) {
            broker.store()
                    .definition(status.name())
                    .ifPresent(definition -> all.add(queue(definition, status)));
        }
        broker.store().aliases().forEach(alias -> all.add(withoutMessages(alias)));
        broker.store().models().forEach(model -> all.add(withoutMessages(model)));
        all.removeIf(queue -> !caller.hasForQueue(Role.VIEW, queue.name()));
        all.sort(Comparator.comparing(Queue::name));
        return all;
    }

    private Queue withoutMessages(QueueDefinition queue) {
        return queue(queue, new QueueStatus(queue.name(), 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private Queue queue(QueueDefinition definition, QueueStatus status) {
        long age = Math.max(0, System.currentTimeMillis() - status.oldestMillis()) / 1_000;
        QueueRules rules = definition.rules();
        return new Queue(
                definition.name(),
                rules.description(),
                rules.alias(),
                rules.isModel() ? rules.model().kind().word() : "",
                rules.isModel() ? broker.store().dynamicQueues(definition.name()) : 0,
                rules.dynamicOf(),
                rules.isDynamic() && broker.store().isTemporary(definition.name()),
                status.depth(),
                definition.maxDepth(),
                status.inDelivery(),
                status.scheduled(),
                status.put(),
                status.got(),
                status.readers(),
                status.writers(),
                status.oldestMillis() == 0 ? null : age,
                rules.inhibitPut(),
                rules.inhibitGet());
    }

    private Details details(ApiRequest request) {
        return details(request.path("queue"));
    }

    private Details details(String name) {
        if (!broker.store().exists(name)) {
            // Throws the exception with the nearest name.
            broker.store().status(name);
        }
        QueueDefinition definition = broker.store().definition(name).orElseThrow();
        List<Attribute> attributes =
                broker.queueAttributes(name).stream()
                        .map(setting -> attribute(setting, definition.rules().isDynamic()))
                        .toList();
        Queue queue =
                definition.rules().isWithoutMessages()
                        ? withoutMessages(definition)
                        : queue(definition, broker.store().status(name));
        return new Details(
                queue,
                deployments.queues().revision(name),
                attributes,
                broker.queueUses(name).stream().map(deployments::inArchives).toList());
    }

    private Attribute attribute(EffectiveSetting setting, boolean isDynamic) {
        SettingValue value = setting.value();
        String layer = value.layer().label();
        String origin =
                value.isGiven() && value.layer() != Layer.OPERATOR
                        ? deployments.inArchives(value.place().source().name())
                                + ":"
                                + value.place().line()
                        : isDynamic ? "dynamic queue" : layer;
        return new Attribute(setting.key(), setting.shown(), layer, origin);
    }

    private ApiResponse define(ApiRequest request) {
        String name = request.path("queue");
        deployments.queues().define(name, attributes(request, false), request.condition());
        return ApiResponse.of(201, details(name));
    }

    private ApiResponse alter(ApiRequest request) {
        String name = request.path("queue");
        deployments.queues().alter(name, attributes(request, true), request.condition());
        return ApiResponse.ok(details(name));
    }

    /**
     * Reads the attributes in a body. A null value removes the attribute that an operator has set.
     */
    private static Map<String, String> attributes(ApiRequest request, boolean nulls) {
        Map<String, String> attributes = new LinkedHashMap<>();
        JsonNode body = request.json(JsonNode.class);
        if (!body.isObject()) {
            throw ApiRequest.invalid("the body must be an object with attributes of a queue");
        }
        for (Map.Entry<String, JsonNode> attribute : body.properties()) {
            JsonNode value = attribute.getValue();
            if (value.isContainer() || value.isNull() && !nulls) {
                throw ApiRequest.invalid(
                        "the attribute %s must be a string, a number, true or false",
                        attribute.getKey());
            }
            if (QUEUE_NAMES.contains(attribute.getKey()) && !value.asString("").isEmpty()) {
                request.caller().requireForQueue(Role.OPERATE, value.asString());
            }
            attributes.put(attribute.getKey(), value.isNull() ? null : value.asString());
        }
        return attributes;
    }

    /** Creates a queue from a model. The client must be authorized for the model. */
    private ApiResponse createDynamic(ApiRequest request) {
        return ApiResponse.of(
                201, details(deployments.queues().createDynamic(request.path("queue"))));
    }

    private ApiResponse delete(ApiRequest request) {
        deployments
                .queues()
                .delete(request.path("queue"), request.flag("purge"), request.condition());
        return new ApiResponse(204, ApiResponse.JSON, null);
    }
}
