package io.millrace.nodes.mq;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.nodes.common.TreeLocation;

/**
 * The output message of an MQGet node, made of the input message and the message from the queue
 * (IIB: "How the MQGet node processes messages").
 *
 * @param generateMode trees that are created
 * @param copyMessage parts of the input message that are copied to a created message
 * @param emptyLocalEnvironment whether a created LocalEnvironment begins empty
 * @param output location to which the message is assigned
 * @param result part of the message that is assigned
 */
record GetResult(
        String generateMode,
        String copyMessage,
        boolean emptyLocalEnvironment,
        TreeLocation output,
        TreeLocation result) {

    private static final int NO_MESSAGE = 2033;
    private static final int FAILED = 2;

    /** Returns the output message for a message from the queue. */
    MessageAssembly with(MessageAssembly input, Element found, ParserRegistry parsers) {
        MessageAssembly made = created(input);
        if (!generateMode.equals("none")) {
            Element part = result.find(found);
            Element top =
                    output.tree().equals("OutputRoot") ? made.root() : made.localEnvironment();
            if (part != null) {
                output.create(top, parsers).take(part);
            }
        }
        return coded(made, 0, 0);
    }

    /** Returns the output message if no message was found. */
    MessageAssembly without(MessageAssembly input) {
        return coded(created(input), FAILED, NO_MESSAGE);
    }

    private boolean creates(String tree) {
        return generateMode.equals(tree) || generateMode.equals("messageAndLocalEnvironment");
    }

    private MessageAssembly created(MessageAssembly input) {
        MessageAssembly made = input;
        if (creates("message")) {
            made = made.withRoot(message(input));
        }
        if (creates("localEnvironment")) {
            made =
                    made.withLocalEnvironment(
                            emptyLocalEnvironment
                                    ? MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT)
                                    : input.localEnvironment().copy());
        }
        return made;
    }

    private Element message(MessageAssembly input) {
        if (copyMessage.equals("none")) {
            return MessageAssembly.emptyTree(MessageAssembly.ROOT);
        }
        Element root = input.root().copy();
        if (copyMessage.equals("copyHeaders") && input.body() != null) {
            root.lastChild().remove();
        }
        return root;
    }

    /** Records the completion code and the reason of the get in a created LocalEnvironment. */
    private MessageAssembly coded(MessageAssembly made, int completion, int reason) {
        if (creates("localEnvironment")) {
            Element get = folder(folder(made.localEnvironment(), "MQ"), "GET");
            set(get, "CC", completion);
            set(get, "RC", reason);
        }
        return made;
    }

    private static Element folder(Element parent, String name) {
        Element found = parent.child(name);
        return found == null ? parent.add(name) : found;
    }

    private static void set(Element folder, String name, int value) {
        Element field = folder.child(name);
        if (field == null) {
            folder.add(name, Value.of(value));
        } else {
            field.value(Value.of(value));
        }
    }
}
