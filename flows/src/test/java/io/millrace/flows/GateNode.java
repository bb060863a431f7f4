package io.millrace.flows;

import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.setting.SettingGroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A node type of a user's own: its nodes hold messages back, or cannot be made, as a test wants it.
 */
public final class GateNode implements NodeType {

    /** Nodes cannot be made while this is true. */
    static volatile boolean broken;

    /** What messages wait for. */
    static volatile CountDownLatch gate = new CountDownLatch(0);

    /** Counted down when a message is at the gate. */
    static volatile CountDownLatch arrived = new CountDownLatch(1);

    static void reset() {
        broken = false;
        gate = new CountDownLatch(0);
        arrived = new CountDownLatch(1);
    }

    /** A class loader that finds this type beside those of the class path. */
    static ClassLoader loader(Path folder) {
        try {
            Path services = Files.createDirectories(folder.resolve("META-INF/services"));
            Files.writeString(services.resolve(NodeType.class.getName()), GateNode.class.getName());
            return new URLClassLoader(
                    new URL[] {folder.toUri().toURL()}, GateNode.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public NodeDescription description() {
        return new NodeDescription(
                "Gate",
                "Test",
                "Holds messages back.",
                "none",
                false,
                List.of(new TerminalDescription("in", "Takes the message.")),
                List.of(new TerminalDescription("out", "Gives the message.")),
                SettingGroup.OPEN);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return GateNode::make;
    }

    private static Node make(NodeContext context) {
        if (broken) {
            throw new IllegalStateException("the gate is broken");
        }
        Terminal out = context.terminal("out");
        return (int terminal, MessageAssembly message) -> {
            arrived.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            out.propagate(message);
        };
    }
}
