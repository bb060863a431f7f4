/**
 * The Java code of projects.
 *
 * <p>Input: the jars and Java sources of projects. Output: {@link
 * io.millrace.projects.java.JavaClasses}, the jars of the application with the compiled sources.
 * Begin with {@link io.millrace.projects.java.JavaCompiler}.
 */
@NullMarked
package io.millrace.projects.java;

import org.jspecify.annotations.NullMarked;
