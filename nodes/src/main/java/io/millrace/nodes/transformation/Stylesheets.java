package io.millrace.nodes.transformation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.URIResolver;
import javax.xml.transform.sax.SAXSource;

/**
 * The stylesheets of an application. Each is compiled when it is first used; the stylesheet of the
 * property is compiled at deployment. Safe for use by several threads.
 */
final class Stylesheets implements URIResolver {

    static final Set<String> SUFFIXES = Set.of(".xsl", ".xslt", ".xml");

    private static final String BASE = "application:/";
    private static final String XSL = "http://www.w3.org/1999/XSL/Transform";

    private static final Pattern SYNTAX_ERROR = Pattern.compile("Syntax error in '(.+)'\\.");

    private final Map<String, byte[]> files;
    private final String directory;
    private final Map<String, Stylesheet> compiled = new ConcurrentHashMap<>();

    /**
     * @param files contents of files by their paths in the application
     * @param directory folder of stylesheets in the application; empty for the application itself
     */
    Stylesheets(Map<String, byte[]> files, String directory) {
        this.files = Map.copyOf(files);
        this.directory = directory.strip();
    }

    /**
     * Returns a compiled stylesheet.
     *
     * @param name path relative to the folder of the stylesheets
     * @throws MillraceException with STYLESHEET if it does not exist or cannot be compiled
     */
    Stylesheet find(String name) {
        String folder =
                directory.isEmpty() || directory.endsWith("/") ? directory : directory + "/";
        String path = path(BASE + folder, name.strip());
        Stylesheet known = path == null ? null : compiled.get(path);
        if (known != null) {
            return known;
        }
        byte[] content = path == null ? null : files.get(path);
        if (content == null) {
            throw new MillraceException(
                    ErrorCode.STYLESHEET,
                    path == null
                            ? "the stylesheet '%s' is not in the folder of the application"
                                    .formatted(name)
                            : "the stylesheet %s does not exist in the application; %s"
                                    .formatted(path, hint(path)));
        }
        checkVersion(path, content);
        Stylesheet made = new Stylesheet(path, templates(path, content), this);
        compiled.put(path, made);
        return made;
    }

    private String hint(String path) {
        return Problems.didYouMean(
                path, files.keySet(), "correct the name, or add the file to the application");
    }

    /** Returns a normalized path in the application; null if it is outside. */
    private static String path(String base, String href) {
        try {
            URI uri = URI.create(base).resolve(new URI(null, null, href.replace('\\', '/'), null));
            String path = uri.normalize().getPath();
            boolean inside =
                    "application".equals(uri.getScheme())
                            && path != null
                            && !path.startsWith("/../")
                            && !href.startsWith("/")
                            && !href.contains(":");
            return inside ? path.substring(1) : null;
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns a file that a stylesheet includes, imports or reads with document(). */
    @Override
    public Source resolve(String href, String base) throws TransformerException {
        String from = base == null || !base.startsWith(BASE) ? BASE : base;
        String path = href.startsWith(BASE) ? href.substring(BASE.length()) : path(from, href);
        byte[] content = path == null ? null : files.get(path);
        if (content == null) {
            throw new TransformerException(
                    "'%s' is not an .xsl, .xslt or .xml file of the application; %s"
                            .formatted(href, hint(path == null ? href : path)));
        }
        return XmlInput.source(Bytes.of(content), BASE + path);
    }

    /** Checks that a file is a stylesheet of a version that the processor supports. */
    private static void checkVersion(String path, byte[] content) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        String version = null;
        String root = null;
        try {
            XMLStreamReader reader =
                    factory.createXMLStreamReader(new ByteArrayInputStream(content));
            while (reader.hasNext() && !reader.isStartElement()) {
                reader.next();
            }
            boolean own = XSL.equals(reader.getNamespaceURI());
            version = reader.getAttributeValue(own ? null : XSL, "version");
            root = own ? null : reader.getLocalName();
            reader.close();
        } catch (XMLStreamException malformed) {
            return; // The compiler reports it.
        }
        if (version == null && root != null) {
            throw new MillraceException(
                    ErrorCode.STYLESHEET,
                    "the file %s is not a stylesheet: it must begin with xsl:stylesheet in the namespace %s (found %s)"
                            .formatted(path, XSL, root));
        }
        if (version != null && !version.strip().equals("1.0")) {
            throw new MillraceException(
                    ErrorCode.STYLESHEET,
                    """
                    the stylesheet %s has the version %s, which needs an XSLT %s processor such as \
                    Saxon; XSLTransform supports version 1.0, so rewrite it for this version\
                    """
                            .formatted(path, version, version));
        }
    }

    private Templates templates(String path, byte[] content) {
        List<String> errors = new ArrayList<>();
        Stylesheet.Resolved included = new Stylesheet.Resolved(this);
        SAXSource source = XmlInput.source(Bytes.of(content), BASE + path);
        try {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
            factory.setURIResolver(included);
            factory.setErrorListener(new Collected(errors));
            return factory.newTemplates(source);
        } catch (TransformerConfigurationException | RuntimeException e) {
            String malformed = XmlInput.error(source);
            if (malformed != null) {
                errors.addFirst(malformed);
            }
            if (!included.refused().isEmpty()) {
                errors.addFirst(included.refused());
            }
            if (errors.isEmpty()) {
                errors.add(String.valueOf(e.getMessage()));
            }
            throw new MillraceException(
                    ErrorCode.STYLESHEET,
                    "the stylesheet "
                            + path
                            + " cannot be compiled: "
                            + withLine(errors.getFirst(), content));
        }
    }

    /** Adds the line of an XPath expression that occurs once, because the processor omits it. */
    private static String withLine(String error, byte[] content) {
        Matcher syntax = SYNTAX_ERROR.matcher(error);
        String text = new String(content, StandardCharsets.UTF_8);
        int at = syntax.lookingAt() ? text.indexOf(syntax.group(1)) : -1;
        boolean isUnique = at >= 0 && text.indexOf(syntax.group(1), at + 1) < 0;
        return isUnique
                ? "line %d: %s".formatted(text.substring(0, at).split("\n", -1).length, error)
                : error;
    }

    /** A collector of the errors of a stylesheet. */
    private record Collected(List<String> errors) implements ErrorListener {

        @Override
        public void warning(TransformerException warning) {
            // A warning has no effect on the result.
        }

        @Override
        public void error(TransformerException error) {
            errors.add(Stylesheet.text(error).replace(BASE, ""));
        }

        @Override
        public void fatalError(TransformerException error) {
            errors.add(Stylesheet.text(error).replace(BASE, ""));
        }
    }
}
