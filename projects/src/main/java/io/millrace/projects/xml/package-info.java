/**
 * XML documents of projects as trees with positions.
 *
 * <p>Input: text. Output: {@link io.millrace.projects.xml.XmlElement}s, whose attributes also have
 * positions. StAX is used instead of JAXB for them: a binding knows the position of elements at
 * most, and the types of nodes in flow files are prefixes, not names of elements. Begin with {@link
 * io.millrace.projects.xml.XmlDocument}.
 */
@NullMarked
package io.millrace.projects.xml;

import org.jspecify.annotations.NullMarked;
