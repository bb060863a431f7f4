package io.millrace.nodes.common;

import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.TerminalDescription;

import java.util.ArrayList;
import java.util.List;

/** A builder of node descriptions. */
public final class Description {

    /** Guarantee of a node in a unit of work. */
    public enum Promise {
        /** The effects of the node become permanent with the unit of work, or not at all. */
        TRANSACTIONAL("transactional"),
        /**
         * The effects of the node, at least with some property values, are immediate and remain
         * after a rollback.
         */
        IMMEDIATE("immediate"),
        /** The node has no lasting effect. */
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

    /** Marks the node as an input node. */
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

    /** Adds the terminal for errors of the node itself. */
    public Description failure() {
        return out("failure", "The input message with an ExceptionList, if the node itself fails.");
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
