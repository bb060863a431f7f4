/**
 * Applications and brokers as folders and files describe them.
 *
 * <p>In come a folder or a {@code broker.yaml}; out go {@link
 * io.millrace.flows.application.ApplicationFiles} (what the folder holds, read but not compiled)
 * and {@link io.millrace.flows.application.BrokerSettings}. Next is package {@code compile}. Begin
 * with {@link io.millrace.flows.application.ApplicationFiles}.
 */
package io.millrace.flows.application;
