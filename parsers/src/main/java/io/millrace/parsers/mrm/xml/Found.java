package io.millrace.parsers.mrm.xml;

import io.millrace.engine.message.Element;

/**
 * Where an element of a message tree is in the document. Shared by its copies.
 *
 * @param member what it is in the model; null for what the model does not describe
 * @param source its tag or attribute; null for the folder of the body, which looks for it
 * @param shape what may be in it; null for fields, and for what the model does not describe
 */
record Found(XmlMember member, Element source, XmlShape shape) {}
