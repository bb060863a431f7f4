/**
 * Nodes for the components of Apache Camel: {@link io.millrace.connectors.camel.CamelInput}, {@code
 * CamelOutput} and {@code CamelRequest}.
 *
 * <p>{@code ComponentCheck} compares the URI and options of a node with the catalogue of Camel and
 * returns {@code ComponentSettings}. From them, a {@code ComponentContext} creates the endpoint,
 * with a separate context for each node of a deployed flow. A {@code Reception} calls the flow for
 * each received exchange, which ends after the unit of work; a {@code SendingNode} sends. Start
 * reading at {@code CamelInput}.
 */
package io.millrace.connectors.camel;
