package io.millrace.models.export;

import static io.millrace.engine.error.ErrorCode.MODEL_LAYOUT;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_MESSAGE_NAME;
import static io.millrace.engine.error.Problems.didYouMean;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.yaml.ModelFile;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.mrm.MrmParser;
import io.millrace.parsers.record.FieldException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A generator of random messages of a model. Each message is parsed and validated. The same seed
 * results in the same messages.
 */
public final class SampleMessages {

    private static final int MAX_TRIES = 40;

    private SampleMessages() {}

    /**
     * A request for samples.
     *
     * @param message name of the message; can be empty if the set has only one message
     * @param format name of the physical format; can be empty if the set has only one format
     * @param count number of samples, from 1
     * @param ccsid coded character set; 0 for the default of the format
     * @param encoding encoding of numbers, as in MQMD.Encoding; 0 for the default of the format
     */
    public record Request(
            String message, String format, int count, long seed, int ccsid, int encoding) {}

    /**
     * Creates messages.
     *
     * @param model a model file
     * @param problems receives the errors in the model or in the request
     * @return the messages; empty if there are problems
     */
    public static List<Bytes> of(Source model, Request request, Problems problems) {
        Problems found = new Problems();
        ModelFile file = ModelYaml.read(model, found);
        Parser parser = file == null ? null : new MrmParser().with(List.of(model), found);
        problems.addAll(found);
        if (parser == null || found.hasErrors()) {
            return List.of();
        }
        MessageSet set = file.set();
        ElementDeclaration message =
                one("message", request.message, set.messages(), file, problems);
        PhysicalFormat format =
                one("physical format", request.format, set.formats(), file, problems);
        if (message == null || format == null) {
            return List.of();
        }
        MessageTemplate template =
                new MessageTemplate("MRM", set.name(), message.name(), format.name());
        Maker maker =
                new Maker(
                        file, message, format, parser, request, template, new Random(request.seed));
        var made = new ArrayList<Bytes>();
        for (int i = 0; i < request.count; i++) {
            Bytes sample = maker.next(problems);
            if (sample == null) {
                return List.of();
            }
            made.add(sample);
        }
        return List.copyOf(made);
    }

    private static <T> T one(
            String noun, String name, Map<String, T> all, ModelFile file, Problems problems) {
        T found =
                name.isEmpty() && all.size() == 1 ? all.values().iterator().next() : all.get(name);
        if (found == null) {
            String near = didYouMean(name, all.keySet());
            problems.error(
                    UNKNOWN_MESSAGE_NAME,
                    file.places().of(),
                    name.isEmpty()
                            ? "specify the " + noun + ": " + String.join(", ", all.keySet())
                            : "the " + noun + " '" + name + "' does not exist",
                    near.isEmpty() && !name.isEmpty()
                            ? "the model has: " + String.join(", ", all.keySet())
                            : near);
        }
        return found;
    }

    private record Maker(
            ModelFile file,
            ElementDeclaration message,
            PhysicalFormat format,
            Parser parser,
            Request request,
            MessageTemplate template,
            Random random) {

        Bytes next(Problems problems) {
            WriteOptions options = WriteOptions.of(template, request.ccsid, request.encoding);
            String why = "";
            for (int i = 0; i < MAX_TRIES; i++) {
                try {
                    boolean small = i % 4 == 3;
                    Element tree = new SampleTree(file.set(), format, random, small).of(message);
                    Bytes bytes = parser.write(tree, options);
                    check(bytes);
                    return bytes;
                } catch (MillraceException | FieldException e) {
                    why = e.getMessage();
                }
            }
            problems.error(
                    MODEL_LAYOUT,
                    file.places().of(message),
                    "no valid sample of " + message.name() + " was found at random: " + why,
                    "if few values match the facets, for example patterns combined with "
                            + "lengths, write sample messages manually");
            return null;
        }

        /** Throws an exception if a message cannot be parsed or is invalid. */
        private void check(Bytes bytes) {
            ParseOptions options =
                    new ParseOptions(
                                    template,
                                    request.ccsid,
                                    request.encoding,
                                    ParseTiming.COMPLETE,
                                    Set.of(),
                                    Limits.DEFAULTS)
                            .with(
                                    new Validation(
                                            Validation.Level.CONTENT_AND_VALUE,
                                            Validation.FailureAction.EXCEPTION));
            parser.parse(bytes, options);
        }
    }
}
