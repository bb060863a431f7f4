package io.millrace.parsers.xml;

import static io.millrace.engine.error.ErrorCode.PARSE_LIMIT;
import static io.millrace.engine.error.ErrorCode.WRITE_CHARACTER;
import static io.millrace.parsers.xml.Characters.isWhite;
import static io.millrace.parsers.xml.XmlContent.STATE;
import static io.millrace.parsers.xml.XmlRole.CDATA_TAG;
import static io.millrace.parsers.xml.XmlRole.DECLARATION;
import static io.millrace.parsers.xml.XmlRole.DOCTYPE;

import static java.lang.Math.min;

import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.engine.parser.WriteOptions.Mode;
import io.millrace.parsers.record.UnresolvedChoice;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;

/**
 * A writer of trees as documents. Elements that have not been changed since they were parsed in the
 * same domain are copied as bytes, consecutive siblings in one step. A changed tag is written, and
 * its children are treated in the same way.
 *
 * <p>If the namespaces of a copied tag are not declared at its new position, the missing
 * declarations are added.
 */
final class DocumentWriter {

    private final XmlDomain domain;
    private final WriteOptions options;
    private final int maxLevels;
    private final MarkupOutput out;
    private final TagWriter tags;

    /**
     * @param capacity expected size of the document in bytes
     */
    DocumentWriter(XmlDomain domain, WriteOptions options, Charset charset, int capacity) {
        this.domain = domain;
        this.options = options;
        maxLevels = options.limits().treeDepth();
        out = new MarkupOutput(charset, capacity);
        tags = new TagWriter(domain, out);
    }

    /** Writes a body folder or, in the mode FOLDER, any element. */
    Bytes write(Element top) {
        boolean folder = options.mode() == Mode.FOLDER && top.domain() == null;
        if (folder) {
            one(top, 1);
        } else {
            if (options.mode() == Mode.ROOT) {
                checkRoot(top);
            }
            children(top, 0, options.mode() == Mode.EMBEDDED);
        }
        try {
            return out.bytes();
        } catch (CharacterCodingException e) {
            throw new MillraceException(
                    WRITE_CHARACTER,
                    "the body "
                            + top.name()
                            + " has characters that cannot be written in "
                            + out.charset.name(),
                    Insert.of(top.name()),
                    Insert.of(out.charset.name()));
        }
    }

    /** Checks that a document has one root tag and no text outside it. */
    private void checkRoot(Element body) {
        var roots = new ArrayList<String>();
        for (Element c = body.firstChild(); c != null; c = c.next()) {
            switch (XmlRole.of(c)) {
                case TAG, CDATA_TAG, AS_IS, BIT_STREAM -> roots.add(c.name());
                case TEXT, CDATA -> {
                    UnresolvedChoice.check(c);
                    if (c.value() != null && !isWhite(c.text())) {
                        throw TagWriter.failed(
                                c,
                                "text outside the root tag, where a document cannot contain "
                                        + "text");
                    }
                }
                case ATTRIBUTE, NAMESPACE, ENTITY_REFERENCE ->
                        throw TagWriter.failed(
                                c, "an attribute or reference outside of the root tag");
                default -> {
                    // Comments and similar parts are allowed.
                }
            }
        }
        Value own = body.value();
        if (own != null && !own.text().isEmpty()) {
            throw TagWriter.failed(
                    body, "a value of the folder itself; a document needs a root tag");
        }
        if (roots.size() != 1) {
            String found =
                    roots.isEmpty()
                            ? "no root tag"
                            : roots.size()
                                    + " root tags ("
                                    + String.join(", ", roots.subList(0, min(5, roots.size())))
                                    + ")";
            throw TagWriter.failed(
                    body,
                    found
                            + "; a document has exactly one: "
                            + (roots.isEmpty()
                                    ? "set a field below the domain"
                                    : "write the other fields below " + roots.getFirst()));
        }
    }

    // Children

    /** Source of the pending range of bytes to be copied. */
    private Markup runSource;

    private int runStart;
    private int runEnd;
    private Element runFirst;
    private Element runLast;

    /** Writes the children of an element that are between its tags. */
    private void children(Element parent, int depth, boolean withoutProlog) {
        boolean running = false;
        for (Element c = parent.firstChild(); c != null; c = c.next()) {
            XmlContent source = copySource(c);
            if (source != null && !(withoutProlog && isProlog(c))) {
                if (running && source.markup() == runSource && continues(c, source)) {
                    runEnd = c.close();
                    runLast = c;
                    continue;
                }
                if (running) {
                    endRun(depth);
                }
                running = true;
                runSource = source.markup();
                runStart = STATE.start(c);
                runEnd = c.close();
                runFirst = c;
                runLast = c;
                continue;
            }
            if (running) {
                endRun(depth);
                running = false;
            }
            if (!(withoutProlog && isProlog(c))) {
                one(c, depth + 1);
            }
        }
        if (running) {
            endRun(depth);
        }
    }

    private boolean isProlog(Element c) {
        XmlRole role = XmlRole.of(c);
        return role == DECLARATION || role == DOCTYPE;
    }

    /**
     * Returns the content from which the bytes of an element can be copied; null if the element
     * must be written.
     */
    private XmlContent copySource(Element c) {
        if (!c.isClean()
                || STATE.start(c) < 0
                || !(c.content() instanceof XmlContent source)
                || source.kind() != domain) {
            return null;
        }
        if (source.isTag(c)) {
            return domain.namespaces && !tags.covers(c) ? null : source;
        }
        return switch (XmlRole.of(c)) {
            case TEXT, CDATA, COMMENT, INSTRUCTION -> source;
            case DECLARATION -> source.charset.equals(out.charset) ? source : null;
            default -> null;
        };
    }

    /**
     * Whether an element directly follows the pending range, so that the bytes between them can
     * also be copied.
     */
    private boolean continues(Element c, XmlContent source) {
        return STATE.start(c) == runEnd
                || STATE.start(c) > runEnd
                        && source.dropsWhiteSpace()
                        && runSource.isWhite(runEnd, STATE.start(c));
    }

    private void endRun(int depth) {
        Element first = runFirst;
        Element last = runLast;
        if (out.copy(runSource, runStart, runEnd)) {
            return;
        }
        for (Element c = first; ; c = c.next()) {
            one(c, depth + 1);
            if (c == last) {
                return;
            }
        }
    }

    // One element

    private void one(Element e, int depth) {
        if (depth > maxLevels) {
            throw new MillraceException(
                    PARSE_LIMIT,
                    "the tree to be written has more than " + maxLevels + " levels",
                    Insert.of(maxLevels));
        }
        XmlRole role = XmlRole.of(e);
        switch (role) {
            case TAG, CDATA_TAG -> tag(e, role, depth);
            case ATTRIBUTE, NAMESPACE -> {
                if (depth == 1) {
                    throw TagWriter.failed(e, "an attribute outside of a tag");
                }
            }
            default -> tags.simple(e, role);
        }
    }

    private void tag(Element e, XmlRole role, int depth) {
        int declared = tags.declared();
        if (!rename(e) && !spliceHead(e)) {
            String name = tags.head(e);
            Value value = e.value();
            boolean text = value != null && !value.text().isEmpty();
            Element inside = tags.firstInside(e);
            if (!text && inside == null) {
                out.ascii("/>");
            } else {
                out.write('>');
                if (text) {
                    tags.value(e, value, role == CDATA_TAG);
                }
                if (inside != null) {
                    children(e, depth, false);
                }
                tags.end(name);
            }
        }
        tags.leave(declared);
    }

    /**
     * Copies the bytes of an unchanged tag and inserts the namespace declarations that are missing
     * here.
     */
    private boolean spliceHead(Element e) {
        boolean untouched = domain.namespaces && e.isClean() && STATE.start(e) >= 0;
        if (!untouched || !(e.content() instanceof XmlContent source) || source.kind() != domain) {
            return false;
        }
        if (!source.isTag(e) || tags.covers(e)) {
            return false;
        }
        Markup m = source.markup();
        int afterName = m.knownNameEnd(STATE.start(e) + 1);
        if (!out.canCopy(m, STATE.start(e), e.close())) {
            return false;
        }
        out.copy(m, STATE.start(e), afterName);
        tags.declareMissing(e);
        out.copy(m, afterName, e.close());
        return true;
    }

    /** Copies the bytes of a tag if only its name was changed, with the new name. */
    private boolean rename(Element e) {
        boolean renamed = STATE.start(e) >= 0 && !e.isClean() && e.isCleanInside();
        if (!renamed || !(e.content() instanceof XmlContent source) || source.kind() != domain) {
            return false;
        }
        if (!source.isTag(e)) {
            return false;
        }
        Markup m = source.markup();
        int afterName = m.knownNameEnd(STATE.start(e) + 1);
        int end = e.close();
        if (!tags.keepsPrefixes(e) || !out.canCopy(m, afterName, end)) {
            return false;
        }
        String name = tags.open(e);
        if (m.a[end - 2] == '/') {
            out.copy(m, afterName, end);
        } else {
            out.copy(m, afterName, m.endTagStart(end, afterName - STATE.start(e) - 1));
            tags.end(name);
        }
        return true;
    }
}
