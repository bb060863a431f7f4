package io.millrace.flows.test;

import io.millrace.engine.error.Place;
import io.millrace.engine.queue.QueueMessage;

import java.util.List;
import java.util.Map;

/**
 * A test as its file has it.
 *
 * @param name a sentence
 * @param place where it is written
 * @param flow the flow's name; empty for the application's only one
 * @param input the node by which the message enters; empty for the only input node
 * @param inputPlace where the input is written
 * @param message what comes in
 * @param outputs by queue, then complete; null where the test does not say
 * @param outputsPlace where these are written
 * @param path the nodes in their order; null where the test does not say
 * @param failure null where nothing is to go wrong
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
