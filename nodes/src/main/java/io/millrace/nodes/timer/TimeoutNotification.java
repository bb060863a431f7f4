package io.millrace.nodes.timer;

import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

/** A node that starts the flow at scheduled times (IIB: "TimeoutNotification node"). */
public final class TimeoutNotification extends DescribedNode {

    static final String TYPE = "TimeoutNotification";

    public TimeoutNotification() {
        super(
                """
                TimeoutNotification, Timer, transactional, input
                Starts the flow at scheduled times. With operationMode automatic, it propagates a
                message
                without a body at a fixed interval. With controlled, it propagates the messages
                that TimeoutControl nodes with the same uniqueIdentifier have stored.
                LocalEnvironment.TimeoutRequest describes the event. Each event has its own
                unit of work and is received by one instance, also if the flow runs in several
                execution groups or processes. If a node after out throws an exception, the
                message is propagated to catch. If catch is not connected, the unit of work is
                rolled back, and the event is processed again until it succeeds.

                out failure: Stored messages that cannot be parsed, with an ExceptionList.
                out out: Messages of events.
                out catch: The message of the event, with the ExceptionList, if a node after out
                  throws an exception.
                uniqueIdentifier [required TEXT]: Name of the timers, unique in the application.
                operationMode [automatic|controlled = automatic]: Source of the events:
                  `automatic`, a fixed interval; `controlled`, requests of TimeoutControl nodes.
                timeoutInterval [INTEGER 1..315360000 = 1, with operationMode automatic]: Interval
                  between the events, in seconds.
                transactionMode [yes|no|automatic = yes]: Whether an event is received in a unit of
                  work and therefore processed again after a rollback: `yes`; `no`; `automatic`,
                  only with a persistent message.
                """,
                BodyProperties.OF_TESTS);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String identifier = node.text("uniqueIdentifier");
        boolean isControlled = node.text("operationMode").equals("controlled");
        context.declareIdentifier(
                TYPE,
                identifier,
                isControlled ? "" : "must have operationMode controlled (found automatic)",
                node.place("uniqueIdentifier"));
        MessageTemplate template = BodyProperties.template(node, context);
        long interval = node.integer("timeoutInterval");
        String transactionMode = node.text("transactionMode");
        return NodePlan.of(
                c ->
                        isControlled
                                ? new TimerInput(c, identifier, transactionMode, template)
                                : new IntervalInput(c, identifier, transactionMode, interval),
                new OutsideUnit("propagates each event in a separate unit", node.place()));
    }
}
