/**
 * Extensions on the class path, in the {@code lib} folder of a home and in the {@code lib} folder
 * of an application: node types, parsers, functions of ESQL, definition sources and JDBC drivers.
 * Also the Java code that routines in LANGUAGE JAVA call.
 *
 * <p>Input: paths of jars. Output: {@link io.millrace.flows.library.Registries} for the next
 * package, {@code application}, and {@link io.millrace.engine.esql.ExternalMethods} for the ESQL
 * compiler. Each time an application is read, its jars have a separate class loader. Start reading
 * at {@link io.millrace.flows.library.Library}.
 */
package io.millrace.flows.library;
