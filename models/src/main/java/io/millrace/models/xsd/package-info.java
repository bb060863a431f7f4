/**
 * Import of XML Schemas and IBM message definition files, which are XML Schemas with annotations.
 *
 * <p>{@code XmlReader} reads files as trees of {@code XmlNode}s. {@code SchemaFiles} collects them
 * with the files that they include and import. {@code SchemaModelBuilder} converts the
 * declarations, starting with the global elements: simple types with {@code SimpleTypes}, complex
 * types with {@code ComplexTypes}. Named declarations are converted once, if they are needed. An
 * {@code AnnotationReader} reads the annotations for physical formats. Begin with {@link
 * io.millrace.models.xsd.XmlSchema}.
 */
package io.millrace.models.xsd;
