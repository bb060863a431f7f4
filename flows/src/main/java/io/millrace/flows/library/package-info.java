/**
 * The {@code lib} folder of an application: jars with the Java that its routines in LANGUAGE JAVA
 * call.
 *
 * <p>In come paths of jars; out go {@link io.millrace.engine.esql.ExternalMethods} for the ESQL
 * compiler, with a class loader of their own for each time an application is read. Begin with
 * {@link io.millrace.flows.library.Library}.
 */
package io.millrace.flows.library;
