/**
 * The {@code lib} folder of an application: jars with the Java code that its routines in LANGUAGE
 * JAVA call.
 *
 * <p>Input: paths of jars. Output: {@link io.millrace.engine.esql.ExternalMethods} for the ESQL
 * compiler, with a separate class loader each time an application is read. Start reading at {@link
 * io.millrace.flows.library.Library}.
 */
package io.millrace.flows.library;
