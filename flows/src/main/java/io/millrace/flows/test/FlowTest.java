package io.millrace.flows.test;

import io.millrace.engine.error.Place;
import io.millrace.engine.queue.QueueMessage;

import java.util.List;
import java.util.Map;

/**
 * A test as defined in its file.
 *
 * @param name sentence that describes the test
 * @param place position of the test
 * @param flow name of the flow; empty for the only flow of the application
 * @param flowPlace position of the flow's name
 * @param input node at which the message enters; empty for the only input node
 * @param inputPlace position of the input
 * @param message input message
 * @param outputs complete expected outputs by queue; null if the test does not specify them
 * @param outputsPlace position of the outputs
 * @param path nodes in the order of the path; null if the test does not specify it
 * @param failure expected error; null if no error is expected
 */
public record FlowTest(
        String name,
        Place place,
        String flow,
        Place flowPlace,
        String input,
        Place inputPlace,
        QueueMessage message,
        Map<Expected, List<ExpectedOutput>> outputs,
        Place outputsPlace,
        List<Expected> path,
        ExpectedFailure failure) {}
