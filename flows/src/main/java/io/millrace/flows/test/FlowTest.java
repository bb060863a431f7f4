package io.millrace.flows.test;

import io.millrace.engine.error.Place;
import io.millrace.engine.queue.QueueMessage;

import java.util.List;
import java.util.Map;

/**
 * A test as defined in its file.
 *
 * @param name a sentence that describes the test
 * @param place position of the test
 * @param flow the flow's name; empty for the application's only flow
 * @param input the node at which the message enters; empty for the only input node
 * @param inputPlace position of the input
 * @param message the input message
 * @param outputs complete expected outputs by queue; null if the test does not specify them
 * @param outputsPlace position of the outputs
 * @param path the nodes in the order of the path; null if the test does not specify it
 * @param failure the expected error; null if none is expected
 */
public record FlowTest(
        String name,
        Place place,
        String flow,
        String input,
        Place inputPlace,
        QueueMessage message,
        Map<Expected, List<ExpectedOutput>> outputs,
        Place outputsPlace,
        List<Expected> path,
        ExpectedFailure failure) {}
