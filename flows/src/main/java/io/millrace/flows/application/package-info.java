/**
 * Applications and brokers as described by folders and files.
 *
 * <p>Input: a folder or a {@code broker.yaml}. Output: {@link
 * io.millrace.flows.application.ApplicationFiles} (the contents of the folder, read but not
 * compiled) and {@link io.millrace.flows.application.BrokerSettings}. The next package is {@code
 * compile}. Start reading at {@link io.millrace.flows.application.ApplicationFiles}.
 */
package io.millrace.flows.application;
