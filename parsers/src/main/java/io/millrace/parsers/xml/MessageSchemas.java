package io.millrace.parsers.xml;

import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.parsers.validation.Validator.TreeView.Part.ATTRIBUTE;
import static io.millrace.parsers.validation.Validator.TreeView.Part.ELEMENT;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.yaml.ModelFile;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.validation.Validator;
import io.millrace.parsers.validation.Validator.TreeView;
import io.millrace.parsers.validation.ValidatorCompiler;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The validators of an application's message sets for documents. They are compiled at the first
 * request, because most applications do not validate XML. Safe for use by several threads.
 */
final class MessageSchemas {

    static final MessageSchemas NONE = new MessageSchemas(List.of());

    private static final TreeView VIEW =
            new TreeView() {
                @Override
                public Part part(Element e) {
                    return switch (Document.part(e)) {
                        case TAG -> ELEMENT;
                        case ATTRIBUTE ->
                                e.namespace().equals(NamespaceScope.XSI_URI)
                                        ? Part.NONE
                                        : ATTRIBUTE;
                        case NAMESPACE, TEXT, OTHER -> Part.NONE;
                    };
                }

                @Override
                public boolean isXml() {
                    return true;
                }

                @Override
                public String uri(Element field, String prefix) {
                    return Document.uri(field, prefix);
                }
            };

    private final List<Source> files;

    /** Null until the first request. */
    private volatile Compiled compiled;

    private record Compiled(Map<String, Validator> byName, Map<String, Validator> byIdentifier) {}

    MessageSchemas(List<Source> files) {
        this.files = List.copyOf(files);
    }

    /**
     * Returns the compiled models. Called for each message, so the method waits for other threads
     * only during compilation.
     */
    private Compiled compiled() {
        Compiled known = compiled;
        return known == null ? compile() : known;
    }

    /**
     * Compiles the models. Errors in the files are reported by the domain that parses with them.
     */
    private synchronized Compiled compile() {
        if (compiled == null) {
            var names = new LinkedHashMap<String, Validator>();
            var identifiers = new LinkedHashMap<String, Validator>();
            Problems reported = new Problems();
            for (Source file : files) {
                ModelFile model = ModelYaml.read(file, reported);
                if (model != null) {
                    MessageSet set = model.set();
                    Validator validator =
                            new ValidatorCompiler(set, model.places(), VIEW, reported).document();
                    names.put(set.name(), validator);
                    identifiers.put(set.identifier(), validator);
                }
            }
            compiled = new Compiled(names, identifiers);
        }
        return compiled;
    }

    /**
     * Returns the validator for the documents of a template; null if the template specifies none of
     * these message sets.
     */
    Validator find(MessageTemplate template) {
        Compiled sets = compiled();
        Map<String, Validator> names = sets.byName;
        String set = template.set();
        if (set.isEmpty()) {
            return names.size() == 1 ? names.values().iterator().next() : null;
        }
        Validator named = names.get(set);
        return named == null ? sets.byIdentifier.get(set) : named;
    }

    /** Returns the reason why a template's documents cannot be validated. */
    String findProblem(MessageTemplate template) {
        Map<String, Validator> names = compiled().byName;
        if (names.isEmpty()) {
            return "the application has no message set for validation";
        }
        String all = String.join(", ", names.keySet());
        if (template.set().isEmpty()) {
            return "no message set is specified; the application has " + all;
        }
        String near = didYouMean(template.set(), names.keySet());
        return "the application has no message set '"
                + template.set()
                + "'; "
                + (near.isEmpty() ? "it has " + all : near);
    }
}
