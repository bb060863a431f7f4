package io.millrace.connectors.mail;

import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.DescribedNode;

/** A node that sends e-mails (IIB: "EmailOutput node"). */
public final class EmailOutput extends DescribedNode {

    public EmailOutput() {
        super(
                """
                EmailOutput, Email, immediate
                Sends an e-mail through an SMTP server and propagates the message. The body of the
                message is the text, unless the property text is set. A body of the domain MIME is
                the whole content of the e-mail. Fields of EmailOutputHeader (To, Cc, Bcc, From,
                Reply-To, Subject) and of LocalEnvironment.Destination.Email (SMTPServer,
                SecurityIdentity, BodyContentType, MultiPartContentType and, for each Attachment,
                Content, ContentName, ContentType, ContentEncoding) replace properties. The e-mail is
                sent when the node runs and remains after a rollback, so it is sent at least once if
                the input message is in a unit of work.

                destination Email: SMTPServer SecurityIdentity BodyContentType MultiPartContentType Attachment
                in: Message that is sent.
                out failure: The input message with an ExceptionList, if the e-mail was not accepted
                  by the server.
                out out: The input message, when the server has accepted the e-mail for all
                  recipients. LocalEnvironment.WrittenDestination.Email.DestinationData contains
                  SMTPServer and messageId.
                """,
                EmailProperties.SERVER,
                EmailProperties.ADDRESSES,
                EmailProperties.CONTENT);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        EmailProperties properties = EmailProperties.of(node, context);
        if (context.problems().hasErrors()) {
            return null;
        }
        NodePlan plan = c -> new EmailNode(c, properties);
        return NodePlan.of(plan, new OutsideUnit("sends an e-mail", node.place()));
    }
}
