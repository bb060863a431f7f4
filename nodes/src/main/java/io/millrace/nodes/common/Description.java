package io.millrace.nodes.common;

import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.TerminalDescription;

import java.util.ArrayList;
import java.util.List;

/** Puts a node type's description together. */
public final class Description {

    /** The words for what a node promises in a unit of work. */
    public enum Promise {
        /** What it does takes effect with the unit of work, or not at all. */
        TRANSACTIONAL("transactional"),
        /**
         * What it does, or may be told to do, takes effect at once and stays when the unit is
         * rolled back.
         */
        IMMEDIATE("immediate"),
        /** It does nothing that lasts. */
        NONE("none");

        private final String word;

        Promise(String word) {
            this.word = word;
        }
    }

    private final String type;
    private final String drawer;
    private final String summary;
    private final Promise promise;
    private boolean input;
    private final List<TerminalDescription> inputs = new ArrayList<>();
    private final List<TerminalDescription> outputs = new ArrayList<>();
    private final List<PropertyDescription> properties = new ArrayList<>();

    private Description(String type, String drawer, Promise promise, String summary) {
        this.type = type;
        this.drawer = drawer;
        this.promise = promise;
        this.summary = summary;
    }

    public static Description of(String type, String drawer, Promise promise, String summary) {
        return new Description(type, drawer, promise, summary);
    }

    /** Says that flows begin here. */
    public Description beginsFlows() {
        input = true;
        return this;
    }

    public Description in(String name, String text) {
        inputs.add(new TerminalDescription(name, text));
        return this;
    }

    public Description out(String name, String text) {
        outputs.add(new TerminalDescription(name, text));
        return this;
    }

    /** The terminal for the node's own errors. */
    public Description failure() {
        return out(
                "failure",
                "Takes the message as it came in, with an ExceptionList, when the node itself"
                        + " fails.");
    }

    public Description property(PropertyDescription... more) {
        properties.addAll(List.of(more));
        return this;
    }

    public NodeDescription build() {
        return new NodeDescription(
                type, drawer, summary, promise.word, input, inputs, outputs, properties);
    }
}
